# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What all scripts of this distribution share; sourced, with SPARK_HOME set by the one that does.
set -euo pipefail

fail() {
  printf '%s: %s\n' "$(basename -- "$0")" "$1" >&2
  exit 1
}

# A distribution is where its scripts are, whatever SPARK_HOME says in the environment of the caller.
export SPARK_HOME
# Spark's launcher asks for it where it finds no build of Spark.
export SPARK_SCALA_VERSION=@scala@
export SPARK_CONF_DIR=${SPARK_CONF_DIR:-$SPARK_HOME/conf}

# Scripts call each other; the settings of the machine are read once.
if [ "${FLATPLAN_ENV_OF:-}" != "$SPARK_CONF_DIR" ]; then
  export FLATPLAN_ENV_OF=$SPARK_CONF_DIR
  if [ -f "$SPARK_CONF_DIR/spark-env.sh" ]; then
    set -a +u
    # shellcheck disable=SC1091
    . "$SPARK_CONF_DIR/spark-env.sh"
    set +a -u
  fi
fi

# Sets JAVA to a Java that Spark runs on.
find_java() {
  local version
  if [ -n "${JAVA_HOME:-}" ]; then
    JAVA=$JAVA_HOME/bin/java
    [ -x "$JAVA" ] || fail "JAVA_HOME is set to $JAVA_HOME, which has no bin/java"
  else
    JAVA=$(command -v java) || fail "no java: set JAVA_HOME or put Java 17 on the PATH"
  fi
  version=$("$JAVA" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = //p')
  case $version in
    '' | *[!0-9]*) fail "$JAVA is Java ${version:-of an unknown version}; Java 17 or later is needed" ;;
  esac
  [ "$version" -ge 17 ] || fail "$JAVA is Java $version; Java 17 or later is needed"
}

# Sorts the arguments of a shell into those of spark-submit and its own. The names of its own options come first, up to --: a name
# with a colon takes a value. Sets the arrays own and submit. Calls usage where help is asked for.
sort_arguments() {
  local options=' ' value
  own=() submit=()
  while [ "$1" != -- ]; do
    options+="$1 "
    shift
  done
  shift
  while [ $# -gt 0 ]; do
    value=
    case $1 in -h | --help) usage; exit 0 ;; esac
    case $options in
      *" $1: "*)
        [ $# -ge 2 ] || fail "$1 needs a value"
        own+=("$1" "$2")
        shift 2
        ;;
      *" $1 "*)
        own+=("$1")
        shift
        ;;
      *)
        submit+=("$1")
        # The next one is its value, whatever it looks like, unless it has none.
        case $1 in
          --*=* | --supervise | --verbose | -v | --version | --usage-error) ;;
          -*) [ $# -lt 2 ] || { submit+=("$2"); value=1; } ;;
          *) fail "'$1' is no option; see --help" ;;
        esac
        shift
        [ -z "$value" ] || shift
        ;;
    esac
  done
}
