# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Starts and stops the processes of a cluster; sourced by the scripts next to it, with SPARK_HOME set.
#
#   SPARK_PID_DIR         where the ids of processes are (run)
#   SPARK_LOG_DIR         where their logs are (logs)
#   SPARK_IDENT_STRING    part of their names; another one for each further worker on a machine (the user)
#   SPARK_START_SECONDS   how long to wait for a process to say that it is ready (60)
#   SPARK_STOP_SECONDS    how long to wait for one to end before it is killed (30)

# shellcheck source=bin/common.sh
. "$SPARK_HOME/bin/common.sh"

pids=${SPARK_PID_DIR:-$SPARK_HOME/run}
logs=${SPARK_LOG_DIR:-$SPARK_HOME/logs}
ident=${SPARK_IDENT_STRING:-$(id -un)}

# Sets pid_file and log_file of a daemon: name it by its short name.
daemon_files() {
  pid_file=$pids/spark-$ident-$1.pid
  log_file=$logs/spark-$ident-$1.log
}

# Whether the process of the pid file runs, and is the class that it should be: ids are used again. Sets pid.
daemon_runs() {
  local class=$1
  pid=
  [ -f "$pid_file" ] || return 1
  read -r pid <"$pid_file" || true
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  case $(ps -ww -o args= -p "$pid" 2>/dev/null) in
    *"$class"*) return 0 ;;
    *) return 1 ;;
  esac
}

# start_daemon NAME CLASS READY COMMAND...: starts a command in the background, and returns once its log has the text READY.
start_daemon() {
  local name=$1 class=$2 ready=$3 waited=0 limit=${SPARK_START_SECONDS:-60}
  shift 3
  daemon_files "$name"
  mkdir -p -- "$pids" "$logs"
  if daemon_runs "$class"; then
    fail "$name runs already as process $pid; stop it first, or set SPARK_IDENT_STRING to start another one"
  fi
  # The log of the run before stays, once.
  [ ! -f "$log_file" ] || mv -f -- "$log_file" "$log_file.1"
  : >"$log_file"
  nohup -- "$@" >>"$log_file" 2>&1 </dev/null &
  pid=$!
  printf '%s\n' "$pid" >"$pid_file"
  until grep -qF -- "$ready" "$log_file"; do
    if ! kill -0 "$pid" 2>/dev/null; then
      rm -f -- "$pid_file"
      # Why, which is often far above the last line.
      grep -E 'ERROR|Exception' -- "$log_file" | head -n 5 >&2 || true
      tail -n 5 -- "$log_file" >&2
      fail "$name did not start; see $log_file"
    fi
    if [ "$waited" -ge "$((limit * 5))" ]; then
      printf '%s: %s runs as process %s, but did not say in %s s that it is ready; see %s\n' \
        "$(basename -- "$0")" "$name" "$pid" "$limit" "$log_file" >&2
      return 0
    fi
    sleep 0.2
    waited=$((waited + 1))
  done
  printf '%s runs as process %s; log: %s\n' "$name" "$pid" "$log_file"
}

# stop_daemon NAME CLASS: ends a process, and returns once it is gone.
stop_daemon() {
  local name=$1 class=$2 waited=0 limit=${SPARK_STOP_SECONDS:-30}
  daemon_files "$name"
  if ! daemon_runs "$class"; then
    rm -f -- "$pid_file"
    printf '%s does not run\n' "$name"
    return 0
  fi
  kill "$pid" 2>/dev/null || true
  while daemon_runs "$class"; do
    if [ "$waited" -eq "$((limit * 5))" ]; then
      printf '%s: %s did not end in %s s; killing it\n' "$(basename -- "$0")" "$name" "$limit" >&2
      kill -9 "$pid" 2>/dev/null || true
    elif [ "$waited" -gt "$((limit * 5 + 50))" ]; then
      fail "process $pid of $name does not end"
    fi
    sleep 0.2
    waited=$((waited + 1))
  done
  rm -f -- "$pid_file"
  printf '%s stopped\n' "$name"
}
