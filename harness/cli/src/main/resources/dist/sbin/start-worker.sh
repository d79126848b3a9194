#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts a worker here: start-worker.sh spark://HOST:PORT [--cores N] [--memory SIZE] [--host HOST] [--port PORT] ...
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

[ $# -gt 0 ] || fail 'say which master: start-worker.sh spark://HOST:PORT'
start_daemon worker org.apache.spark.deploy.worker.Worker \
  'Successfully registered with master' "$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.worker.Worker \
  --webui-port "${SPARK_WORKER_WEBUI_PORT:-8081}" --work-dir "${SPARK_WORKER_DIR:-$SPARK_HOME/work}" "$@"
