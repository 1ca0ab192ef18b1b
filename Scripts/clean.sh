#!/usr/bin/env bash
# Removes everything that was built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -rf .build .build-thread .build-address docs Examples/.build Examples/*/.build Benchmarks/.build Benchmarks/*/.build
