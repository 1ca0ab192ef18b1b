#!/usr/bin/env bash
# Measures: the library's benchmarks, where there are some, and the start of tui-demo. Options go to
# Scripts/startup.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh bench

if [ -e Benchmarks/Package.swift ]; then
  swift package --package-path Benchmarks benchmark </dev/null
fi

demo=$(Scripts/build-demo.sh)
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
