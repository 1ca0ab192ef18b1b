#!/usr/bin/env bash
# Installs what is missing, builds muster and runs it with the given options. The build is a quick one, unless
# OPTIMIZED=1.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

echo "Builds muster, which takes about a minute the first time, and runs it" >&2
"$here/bootstrap.sh" muster
quick=(--quick)
[ "${OPTIMIZED:-0}" = 0 ] || quick=()
muster=$("$here/build-program.sh" ${quick[@]+"${quick[@]}"} muster)
exec "$muster" "$@"
