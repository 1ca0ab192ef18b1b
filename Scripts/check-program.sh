#!/usr/bin/env bash
# Checks the properties of an installed program on Linux: it is hardened, has at most 16 MiB, and needs no
# libraries but those of every system and those in ../lib/listkit beside it.
#
#   Scripts/check-program.sh PROGRAM…
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

most_bytes=$((16 * 1024 * 1024))
for file in "$@"; do
  headers=$(readelf -hlW "$file")
  grep -q 'Type:.*DYN' <<<"$headers" || fail "$file: not a position-independent executable"
  grep -q GNU_RELRO <<<"$headers" || fail "$file: no RELRO"
  grep GNU_STACK <<<"$headers" | grep -q 'RW ' || fail "$file: the stack is executable"
  bytes=$(stat -c %s "$file")
  [ "$bytes" -le $most_bytes ] || fail "$file: $bytes bytes, more than $most_bytes"
  for library in $(readelf -dW "$file" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p'); do
    case $library in
      libc.so.6 | libm.so.6 | libgcc_s.so.1 | libstdc++.so.6 | ld-linux-*) ;;
      *) [ -e "$(dirname "$file")/../lib/listkit/$library" ] || fail "$file: needs $library, which is not packed" ;;
    esac
  done
done
