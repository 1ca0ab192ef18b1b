#!/usr/bin/env bash
# Installs what is missing, builds tui-demo and runs it with the given options. The build is a quick one,
# unless OPTIMIZED=1.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

echo "Builds tui-demo, which takes about a minute the first time, and runs it" >&2
"$here/bootstrap.sh" demo
quick=(--quick)
[ "${OPTIMIZED:-0}" = 0 ] || quick=()
demo=$("$here/build-program.sh" ${quick[@]+"${quick[@]}"} tui-demo)
exec "$demo" "$@"
