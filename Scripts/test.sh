#!/usr/bin/env bash
# Installs what the tests need, builds the package once and runs its tests, unless BUILD_ONLY is set. Options
# go to `swift test`:
#
#   Scripts/test.sh --filter SearchBarTests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh
source Scripts/phases.sh

echo "== Builds all targets, which takes four to twelve minutes the first time, and runs the tests, three to eight minutes"

Scripts/bootstrap.sh test
source Scripts/test-options.sh

# A test that expects a crash must not wait for a backtrace.
export SWIFT_BACKTRACE=enable=no

log=$(mktemp)
trap 'rm -f "$log"' EXIT

run_tests() {
  Scripts/progress.sh --log "$log" --tests "Tests" \
    swift test "${test_options[@]}" "$@" && return
  echo "== What failed"
  print_failures "$log"
  return 1
}

phase "Build of the tests" Scripts/progress.sh "Compiling the tests" \
  swift build --build-tests "${debug_options[@]}"
[ -n "${BUILD_ONLY:-}" ] || phase "Tests" run_tests "$@"
