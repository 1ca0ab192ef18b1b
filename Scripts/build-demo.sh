#!/usr/bin/env bash
# Builds tui-demo as one file that can be copied anywhere, and prints where it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

options=(-c release --product tui-demo)
# macOS has Swift's libraries in the system; elsewhere they go into the executable. The toolchain's own
# linker is faster, and does not warn of functions that Swift's libraries, not we, call. The rest is for the
# start: a program that stays at its place in memory, in few segments and without code nobody calls, has a
# quarter fewer page faults before its first frame.
[ "$(uname -s)" = Darwin ] || options+=(
  --static-swift-stdlib -Xswiftc -use-ld=lld
  -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-rosegment -Xlinker -z -Xlinker norelro
  -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

swift build "${options[@]}" </dev/null >&2
echo "$(swift build "${options[@]}" --show-bin-path)/tui-demo"
