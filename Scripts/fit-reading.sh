#!/usr/bin/env bash
# Checks the constants by which formats of tables are chosen, in some minutes: the share of all labelled outputs that
# are read correctly, and the share if the constants are chosen without the outputs of the same source. The corpus of
# the tests is used, and ../shared/tables/field and field5 where they are beside the project.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh
BUILD_ONLY=1 Scripts/test.sh
LISTKIT_FIT=1 swift test --skip-build --disable-xctest --filter ListDataTests.FitTests | grep -v '^[◇✔↳]'
