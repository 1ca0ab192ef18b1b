#!/usr/bin/env bash
# Lists what changed in the public interface of the libraries since a tag so that a program that uses them no longer
# compiles. Ends with 1 where anything did.
#
#   Scripts/api-changes.sh [TAG]     compares with the last tag unless given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh

tag=${1:-$(git describe --tags --abbrev=0 2>/dev/null)} || fail "no version has been tagged yet"
options=()
for library in ListData ListDiff ListKit ListKitCurses ListKitOptions ListKitTesting ListSearch; do
  options+=(--products "$library")
done
exec swift package diagnose-api-breaking-changes "$tag" "${options[@]}"
