#!/usr/bin/env bash
# Checks formatting and scripts; changes nothing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/swift-files.sh

swift format lint --strict --parallel "${swift_files[@]}"

for script in Scripts/*.sh .ci/run; do
  bash -n "$script"
  [ -x "$script" ] || { echo "$script: not executable" >&2; exit 1; }
done
if command -v shellcheck >/dev/null; then
  shellcheck -x Scripts/*.sh .ci/run
fi
if command -v python3 >/dev/null; then
  python3 - Scripts/*.py Packaging/*.py <<'END'
import ast, pathlib, sys
for path in sys.argv[1:]:
    ast.parse(pathlib.Path(path).read_text(encoding="utf-8"), path)
END
fi
echo "lint: ${#swift_files[@]} Swift files and all scripts are fine"
