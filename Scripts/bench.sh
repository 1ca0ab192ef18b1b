#!/usr/bin/env bash
# Measures everything that has a target, and prints one table: the figure, ours, a peer's, their ratio, the
# target, met or not. Times differ by machine: only their ratios to a peer or a floor of the same run are judged.
#
# QUICK=1 measures only what takes a few minutes: the instructions of a start, of keys and of an apply, compared with the
# recorded counts; options go to Scripts/instructions.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh bench

if [ "${QUICK:-0}" != 0 ]; then
  exec Scripts/instructions.py "$@" "$(Scripts/build-program.sh tui-demo)"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
peers=$(Scripts/bench-peers.sh)
PATH=$peers:$PATH
# In the form in which it is installed.
strip -o "$work/tui-demo" "$(Scripts/build-program.sh tui-demo)"
demo=$work/tui-demo
muster=$(Scripts/build-program.sh muster)
Scripts/progress.sh "Building the benchmarks" swift build --package-path Benchmarks -c release
benchmarks=$(swift build --package-path Benchmarks -c release --show-bin-path)

minimal=$work/one-line
options=(-O -parse-as-library -I Sources/CNcurses)
if [ "$(uname -s)" = Darwin ]; then
  ncurses=$(brew --prefix)/opt/ncurses
  options+=(-Xcc "-I$ncurses/include" -L "$ncurses/lib")
else
  options+=(-static-stdlib -use-ld=lld)
fi
swiftc "${options[@]}" Benchmarks/Startup/OneLine.swift -o "$minimal"

# Debian's fzf starts faster than newer ones, which search faster.
finder=$(command -v fzf || true)
oldest_finder=$([ ! -x /usr/bin/fzf ] || echo /usr/bin/fzf)
oldest_finder=${oldest_finder:-$finder}

measure() {
  Scripts/bench-terminal.py --minimal "$minimal" ${oldest_finder:+--fzf "$oldest_finder"} "$demo"
  Scripts/bench-lines.sh >"$work/lines"
  "$benchmarks/keys" "$work/lines" "$(getconf _NPROCESSORS_ONLN)"
  if command -v taskset >/dev/null; then
    taskset --cpu-list 0 "$benchmarks/keys" "$work/lines" 1 ${finder:+"$finder"}
  fi
  "$benchmarks/frames"
  "$benchmarks/ratios"
  Scripts/bench-muster.py --minimal "$minimal" "$muster"
}
measure | tee "$work/table"
echo
echo "$(grep -c ' met$' "$work/table") met, $(grep -c ' MISSED$' "$work/table") missed"
