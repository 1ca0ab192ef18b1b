#!/usr/bin/env bash
# Builds the database browser of Examples, and prints where it is.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Without optimisation: that takes a fraction of the time, and most of its work is SQLite's.
build=(swift build --package-path Examples --product database-browser)
Scripts/progress.sh "Building database-browser" "${build[@]}"
echo "$("${build[@]}" --show-bin-path)/database-browser"
