#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts a master here: start-master.sh [--host HOST] [--port PORT] [--webui-port PORT]
set -euo pipefail

# The script may be called through a symbolic link.
script=${BASH_SOURCE[0]}
while [ -L "$script" ]; do
  folder=$(cd -P -- "$(dirname -- "$script")" && pwd)
  script=$(readlink -- "$script")
  case $script in /*) ;; *) script=$folder/$script ;; esac
done
SPARK_HOME=$(cd -P -- "$(dirname -- "$script")/.." && pwd)
# shellcheck source=sbin/daemon.sh
. "$SPARK_HOME/sbin/daemon.sh"

start_daemon master org.apache.spark.deploy.master.Master \
  'New state: ALIVE' "$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.master.Master \
  --host "${SPARK_MASTER_HOST:-$(hostname -f 2>/dev/null || hostname)}" --port "${SPARK_MASTER_PORT:-7077}" \
  --webui-port "${SPARK_MASTER_WEBUI_PORT:-8080}" "$@"
