#!/usr/bin/env bash
# Builds tui-demo as one file that can be copied anywhere, and prints where it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

options=(-c release --product tui-demo)
# macOS has Swift's libraries in the system; elsewhere they go into the executable. The toolchain's own
# linker is faster, and does not warn of functions that Swift's libraries, not we, call. Without a place
# of its own in memory to be moved to, the program starts with a quarter fewer page faults.
[ "$(uname -s)" = Darwin ] || options+=(
  --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --gc-sections
  -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

swift build "${options[@]}" </dev/null >&2
echo "$(swift build "${options[@]}" --show-bin-path)/tui-demo"
