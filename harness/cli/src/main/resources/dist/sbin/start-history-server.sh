#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts the history server here; spark.history.fs.logDirectory says whose history.
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

start_daemon history-server org.apache.spark.deploy.history.HistoryServer \
  'and started at' "$SPARK_HOME/bin/spark-class" org.apache.spark.deploy.history.HistoryServer "$@"
