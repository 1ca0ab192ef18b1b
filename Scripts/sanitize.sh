#!/usr/bin/env bash
# Runs the tests under the thread sanitizer and the address sanitizer, each built in a place of its own; or under the one
# that is named.
#
#   Scripts/sanitize.sh [thread|address] [OPTION OF swift test…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh test
export SWIFT_BACKTRACE=enable=no
# Many tests capture what they test in its own callbacks, and so keep it until the end of the process; that the library
# keeps nobody is what OwnershipTests are for.
export ASAN_OPTIONS=detect_leaks=0

sanitizers=(thread address)
case ${1:-} in
  thread | address)
    sanitizers=("$1")
    shift
    ;;
esac
failed=()
for sanitizer in "${sanitizers[@]}"; do
  echo "== $sanitizer sanitizer" >&2
  # Tests of what a sanitizer does itself, such as to a stack that overflows, are left out.
  export LISTKIT_SANITIZED=$sanitizer
  options=(--sanitize "$sanitizer" --scratch-path ".build-$sanitizer")
  if [ "$sanitizer" = thread ] && [ "$(uname)" = Linux ]; then
    mkdir -p ".build-$sanitizer"
    clang -O1 -c Scripts/sanitizer/mutex.c -o ".build-$sanitizer/mutex.o"
    options+=(-Xlinker "$PWD/.build-$sanitizer/mutex.o")
  fi
  test=(swift test --disable-xctest "${options[@]}")
  if [ $# -gt 0 ]; then
    "${test[@]}" "$@"
    continue
  fi
  # One after the other: the tests of a process share its main actor, which is slow here.
  swift build --build-tests "${options[@]}"
  for target in Tests/*Tests; do
    "${test[@]}" --skip-build --filter "^${target#Tests/}\." || failed+=("$sanitizer ${target#Tests/}")
  done
done
[ ${#failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${failed[@]}" >&2; exit 1; }
