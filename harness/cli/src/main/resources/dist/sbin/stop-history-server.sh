#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Stops what start-history-server.sh started.
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

stop_daemon history-server org.apache.spark.deploy.history.HistoryServer
