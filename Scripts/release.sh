#!/usr/bin/env bash
# Checks that the tree, the change log and the version agree and that the documentation builds, and creates the tag of a
# release. Pushes nothing.
#
#   Scripts/release.sh VERSION
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh

version=${1:-}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "usage: make release VERSION=1.2.3"
[ -z "$(git status --porcelain)" ] || fail "the tree has changes that are not committed"
grep -q "static let text = \"$version " Sources/ProgramOptions/ProgramVersion.swift \
  || fail "Sources/ProgramOptions/ProgramVersion.swift does not say $version"
grep -qE "^## $version – [0-9]{4}-[0-9]{2}-[0-9]{2}$" CHANGELOG.md \
  || fail "CHANGELOG.md has no section '## $version – $(date +%F)'"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "the tag v$version exists"
Scripts/check.sh lint docs
# The change log must name changes that break programs.
if git describe --tags --abbrev=0 >/dev/null 2>&1 && ! Scripts/api-changes.sh; then
  awk -v version="$version" '/^## / { is_current = $2 == version } is_current && /^### Breaking/ { found = 1 } END { exit !found }' \
    CHANGELOG.md || fail "the interface changed, and CHANGELOG.md has no '### Breaking' for $version"
fi
git tag -a "v$version" -m "ListKit $version"
echo "Tagged v$version. To publish it: git push origin v$version" >&2
