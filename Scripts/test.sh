#!/usr/bin/env bash
# Installs what the tests need and runs all of them; options go to the last `swift test`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/lone-tests.sh

Scripts/bootstrap.sh test

# A crash that a test provokes must not stop and ask whether to print a backtrace.
export SWIFT_BACKTRACE=enable=no

# Packages of their own: examples are tested; benchmarks need only build, and only where they exist.
for package in Examples/*/Package.swift Examples/Package.swift; do
  [ -e "$package" ] || continue
  swift test --disable-xctest --package-path "$(dirname "$package")"
done
for package in Benchmarks/*/Package.swift Benchmarks/Package.swift; do
  [ -e "$package" ] || continue
  swift build --package-path "$(dirname "$package")"
done

# The demo as users get it, all of its screens; not when somebody wants a few tests.
if [ $# -eq 0 ]; then
  Scripts/smoke.sh
  # Random sessions try it as well.
  LISTKIT_SESSION_PROGRAM=$(Scripts/build-program.sh tui-demo)
  export LISTKIT_SESSION_PROGRAM
  # Valgrind is not to be had on macOS.
  if [ "$(uname -s)" = Linux ]; then Scripts/instructions.py "$LISTKIT_SESSION_PROGRAM"; fi
fi

swift build --build-tests
# The suites are Swift Testing's, which runs them side by side by itself.
if [ $# -gt 0 ]; then
  swift test --skip-build --disable-xctest "$@"
else
  # These share neither the main actor nor threads with the others.
  swift test --skip-build --disable-xctest --skip "$lone_tests"
  swift test --skip-build --disable-xctest --filter "$lone_tests"
fi

# What was built tells what is used.
Scripts/unused-symbols.py --skip-build
