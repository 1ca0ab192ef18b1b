#!/usr/bin/env bash
# Installs what is missing, builds muster and runs it with the options given.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/bootstrap.sh" muster
muster=$("$here/build-program.sh" muster)
exec "$muster" "$@"
