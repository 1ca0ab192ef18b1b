#!/usr/bin/env bash
# Installs what is missing, builds tui-demo and runs it with the options given.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/bootstrap.sh" demo
demo=$("$here/build-program.sh" tui-demo)
exec "$demo" "$@"
