#!/usr/bin/env bash
# Sourced: `phase TITLE COMMAND…` runs a command and prints its duration afterwards; `print_failures LOG`
# prints the tests that failed according to the output of `swift test`, or the end of the output if it names
# none.

phase() {
  local title=$1
  shift
  echo "== $title"
  local TIMEFORMAT="== $title: %0R s, %0U s of CPU"
  time "$@"
}

print_failures() {
  grep -E ' recorded an issue |^↳' "$1" | grep -vE '^↳ (Testing Library|Swift .*|Target Platform)( Version)?:' \
    || tail -n 20 "$1"
}
