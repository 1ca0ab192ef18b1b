#!/usr/bin/env bash
# Builds the demo as `make demo` does, optimised, and looks once at every screen of it: what only an optimised build
# does wrong, no test of a debug build sees.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

demo=$(Scripts/build-demo.sh)
passed=0
failed=0
# The gallery prints a demo a line; its last field is the command.
while IFS=$'\t' read -r title _ command; do
  read -ra arguments <<<"${command#* }"
  [[ $command == tui-demo\ * ]] || continue
  if picture=$("$demo" "${arguments[@]}" --motion none --dump-screen --script "down wait down up F1 esc") && [ -n "$picture" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$title: '$command' shows nothing" >&2
  fi
done < <("$demo" gallery)
echo "$passed screens shown, $failed not"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
