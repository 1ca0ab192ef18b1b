#!/usr/bin/env bash
# Runs the tests under the thread sanitizer and the address sanitizer, each with a separate build; or under
# the given one.
#
#   Scripts/sanitize.sh [thread|address] [OPTION OF swift test…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh test
export SWIFT_BACKTRACE=enable=no
# Many tests capture the tested objects in their own callbacks, and so keep them until the end of the process;
# OwnershipTests check that the library releases its objects.
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
  # Tests of what a sanitizer handles itself, such as stack overflows, are skipped.
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
  # One target after the other: the tests of a process share its main actor, which is slow here.
  swift build --build-tests "${options[@]}"
  for target in Tests/*Tests; do
    "${test[@]}" --skip-build --filter "^${target#Tests/}\." || failed+=("$sanitizer ${target#Tests/}")
  done
done
[ ${#failed[@]} -eq 0 ] || { printf 'failed: %s\n' "${failed[@]}" >&2; exit 1; }
