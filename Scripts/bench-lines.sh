#!/usr/bin/env bash
# Prints a million real lines: the words, packages and paths of this machine, repeated if there are fewer.
#
#   Scripts/bench-lines.sh [COUNT]
set -euo pipefail

lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
{
  cat /usr/share/dict/words 2>/dev/null || true
  apt-cache dumpavail 2>/dev/null | awk '/^Package: / { name = $2 } /^Description(-en)?: / { sub(/^[^ ]* /, ""); print name " - " $0 }' || true
  # Sorted by name, so that the order is the same each time.
  find /usr /etc /opt /var -xdev -print 2>/dev/null | LC_ALL=C sort || true
} | iconv -c -t UTF-8 >"$lines"
# No pipe into `head`: it ends early, and the failing write of awk would be an error here.
awk -v count="${1:-1000000}" '
  { line[NR] = $0 }
  END { for (i = 0; i < count; i++) print line[i % NR + 1] }' "$lines"
