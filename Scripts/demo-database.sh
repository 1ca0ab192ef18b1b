#!/usr/bin/env bash
# Installs what is missing, builds the database browser of Examples and runs it with the options given.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/bootstrap.sh" database
browser=$("$here/build-database.sh")
exec "$browser" "$@"
