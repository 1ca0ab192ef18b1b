#!/usr/bin/env bash
# Installs what is missing, builds the database browser of Examples and runs it with the options given.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")

"$here/bootstrap.sh" database
package=$here/../Examples
# Without optimisation it is built in a fraction of the time, and waits for the database most of the time anyway.
build=(swift build --package-path "$package" --product database-browser)
"${build[@]}" </dev/null >&2
exec "$("${build[@]}" --show-bin-path)/database-browser" "$@"
