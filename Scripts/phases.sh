#!/usr/bin/env bash
# Sourced: `phase TITLE COMMAND…` runs a command and says afterwards how long it took.

phase() {
  local title=$1
  shift
  echo "== $title"
  local TIMEFORMAT="== $title: %0R s, %0U s of CPU"
  time "$@"
}
