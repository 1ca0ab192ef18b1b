#!/usr/bin/env bash
# Sourced after bootstrap.sh: the options of every run of `swift test`.

# If all tests started at once, the first would end when most others have had their first turn, and their times
# would be those of the queue. Swift 6.2 has no such option.
# shellcheck disable=SC2034  # The scripts that source this use it.
test_options=(--skip-build --disable-xctest)
hidden=$(swift test --help-hidden 2>&1) || true
[[ $hidden != *--experimental-maximum-parallelization-width* ]] \
  || test_options+=(--experimental-maximum-parallelization-width 32)
unset hidden

# bootstrap.sh installs DuckDB there.
[ ! -d .build/duckdb ] || export MUSTER_DUCKDB=${MUSTER_DUCKDB:-$PWD/.build/duckdb}
