#!/usr/bin/env bash
# Installs what the tests need, builds the package once and runs its tests, unless BUILD_ONLY is set. Options
# go to `swift test`:
#
#   Scripts/test.sh --filter SearchBarTests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh
source Scripts/phases.sh

Scripts/bootstrap.sh test

# A test that expects a crash must not wait for a backtrace.
export SWIFT_BACKTRACE=enable=no

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# If all tests started at once, the first would end when most others have had their first turn, and their times
# would be those of the queue. Swift 6.2 has no such option.
width=()
options=$(swift test --help-hidden 2>&1) || true
[[ $options != *--experimental-maximum-parallelization-width* ]] \
  || width=(--experimental-maximum-parallelization-width 32)

run_tests() {
  Scripts/progress.sh --log "$log" "Tests" \
    swift test --skip-build --disable-xctest ${width[@]+"${width[@]}"} "$@" && return
  echo "== What failed"
  print_failures "$log"
  return 1
}

phase "Build of the tests" Scripts/progress.sh "Compiling the tests" \
  swift build --build-tests "${debug_options[@]}"
[ -n "${BUILD_ONLY:-}" ] || phase "Tests" run_tests "$@"
