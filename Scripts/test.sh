#!/usr/bin/env bash
# Installs what the tests need and runs all of them; options go to the last `swift test`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/lone-tests.sh

Scripts/bootstrap.sh test

# A crash that a test provokes must not stop and ask whether to print a backtrace.
export SWIFT_BACKTRACE=enable=no

# Builds that go on beside something else: `start COMMAND`, then `finish NUMBER`, which shows what went wrong.
logs=$(mktemp -d)
builders=()
start() {
  "$@" >"$logs/${#builders[@]}" 2>&1 </dev/null &
  builders+=("$!")
  # What is waited for first comes first.
  renice -n 5 -p "$!" >/dev/null 2>&1 || true
}
finish() {
  wait "${builders[$1]}" || {
    cat "$logs/$1" >&2
    exit 1
  }
  builders[$1]=
}
stop_builds() {
  local builder
  for builder in "${builders[@]}"; do
    [ -n "$builder" ] || continue
    pkill -P "$builder" || true
    kill "$builder" 2>/dev/null || true
  done
  rm -rf "$logs"
}
trap stop_builds EXIT

# Packages of their own, where they exist: examples are tested, benchmarks need only build.
packages=(Examples/*/Package.swift Examples/Package.swift Benchmarks/*/Package.swift Benchmarks/Package.swift)
build_packages() {
  for package in "${packages[@]}"; do
    [ -e "$package" ] || continue
    echo "== ${package%/Package.swift}"
    swift build --build-tests --package-path "$(dirname "$package")" || return
  done
}
start build_packages
start swift build --build-tests

# The demo as users get it, all of its screens; not when somebody wants a few tests.
if [ $# -eq 0 ]; then
  # An optimised build keeps one core busy at a time.
  Scripts/smoke.sh
  # Random sessions try it as well.
  LISTKIT_SESSION_PROGRAM=$(Scripts/build-program.sh tui-demo)
  export LISTKIT_SESSION_PROGRAM
fi

# Valgrind is not to be had on macOS.
if [ $# -eq 0 ] && [ "$(uname -s)" = Linux ]; then Scripts/instructions.py "$LISTKIT_SESSION_PROGRAM"; fi
finish 0
finish 1

# Runs tests; what fails among thousands of lines is said once more at the end.
run_tests() {
  swift test --skip-build --disable-xctest "$@" 2>&1 | tee "$logs/tests" || {
    echo "== What failed"
    grep -E ' recorded an issue |^↳' "$logs/tests" || tail -20 "$logs/tests"
    return 1
  }
}
for package in "${packages[@]}"; do
  if [ -e "$package" ] && [[ $package == Examples/* ]]; then
    run_tests --package-path "$(dirname "$package")"
  fi
done

# The suites are Swift Testing's, which runs them side by side by itself.
if [ $# -gt 0 ]; then
  run_tests "$@"
else
  # These share neither the main actor nor threads with the others.
  run_tests --skip "$lone_tests"
  run_tests --filter "$lone_tests"
fi

# What was built tells what is used.
Scripts/unused-symbols.py --skip-build
