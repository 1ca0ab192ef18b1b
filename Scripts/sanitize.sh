#!/usr/bin/env bash
# Runs the tests under the thread sanitizer and the address sanitizer, each built in a place of its own; or under the one
# that is named.
#
#   Scripts/sanitize.sh [thread|address] [OPTION OF swift test…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh test
export SWIFT_BACKTRACE=enable=no

sanitizers=(thread address)
case ${1:-} in
  thread | address)
    sanitizers=("$1")
    shift
    ;;
esac
for sanitizer in "${sanitizers[@]}"; do
  echo "== $sanitizer sanitizer" >&2
  swift test --disable-xctest --sanitize "$sanitizer" --scratch-path ".build-$sanitizer" "$@"
done
