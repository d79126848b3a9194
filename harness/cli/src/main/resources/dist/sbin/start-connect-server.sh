#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Starts a Spark Connect server here: start-connect-server.sh [OPTION OF spark-submit ...]
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

start_daemon connect-server org.apache.spark.sql.connect.service.SparkConnectServer \
  'Spark Connect server started at' "$SPARK_HOME/bin/spark-submit" \
  --class org.apache.spark.sql.connect.service.SparkConnectServer --name 'Spark Connect server' "$@"
