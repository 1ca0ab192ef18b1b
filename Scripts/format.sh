#!/usr/bin/env bash
# Formats the Swift files in place.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/swift-files.sh

swift format --in-place --parallel "${swift_files[@]}"
