#!/usr/bin/env bash
# Sourced: `phase TITLE COMMAND…` runs a command and prints its duration afterwards; `print_failures LOG`
# prints the tests that failed according to the output of `swift test`, each with its differences, or the end
# of the output if it names none.

phase() {
  local title=$1
  shift
  echo "== $title"
  local TIMEFORMAT="== $title: %0R s, %0U s of CPU"
  time "$@"
}

print_failures() {
  # The lines after an issue, up to the next event of the run, are its comments and differences.
  awk '
    /^(◇|✔|✘|⚠|➜|↺|􀟈|􁁛|􀙟|􀢄|􀄵) / { shows = 0 }
    / recorded an issue | did not end at / { shows = 1 }
    shows { print; found = 1 }
    END { exit !found }' "$1" || tail -n 20 "$1"
}
