#!/usr/bin/env bash
# Measures: differences against the floor and the targets, frames, the library's own figures, the bytes for
# scrolling by a line, the start of tui-demo, and muster on a million rows. Options go to Scripts/startup.py.
#
# With QUICK=1 only what takes two minutes: the instructions of a start and of keys, against those written down; options
# go to Scripts/instructions.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh bench

if [ "${QUICK:-0}" != 0 ]; then
  exec Scripts/instructions.py "$@" "$(Scripts/build-program.sh tui-demo)"
fi

for program in ratios frames; do
  swift run --package-path Benchmarks -c release "$program" </dev/null
done
swift package --package-path Benchmarks -c release benchmark </dev/null

# Our bytes and those of a program that tells curses outright to scroll, from one run.
Scripts/bootstrap.sh test
swift test --disable-xctest --filter ScrollingTests </dev/null 2>/dev/null | grep '^scroll by one'

demo=$(Scripts/build-program.sh tui-demo)
minimal=.build/startup/one-line
mkdir -p "$(dirname "$minimal")"
options=(-O -parse-as-library -I Sources/CNcurses)
if [ "$(uname -s)" = Darwin ]; then
  ncurses=$(brew --prefix)/opt/ncurses
  options+=(-Xcc "-I$ncurses/include" -L "$ncurses/lib")
else
  options+=(-static-stdlib -use-ld=lld)
fi
swiftc "${options[@]}" Benchmarks/Startup/OneLine.swift -o "$minimal"
Scripts/startup.py --minimal "$minimal" "$@" -- "$demo" mountains

Scripts/bench-muster.py "$(Scripts/build-program.sh muster)"
