#!/usr/bin/env bash
# Lists the changes in the public interface of the libraries since a tag after which a program that uses them
# no longer compiles. Ends with 1 if there are any.
#
#   Scripts/api-changes.sh [TAG]     compares with the last tag by default
#
# `swift package diagnose-api-breaking-changes` would also compile the programs and the tests, twice.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh
source Scripts/debug-options.sh

tag=${1:-$(git describe --tags --abbrev=0 2>/dev/null)} || fail "no version has been tagged yet"
commit=$(git rev-parse -q --verify "$tag^{commit}") || fail "there is no tag $tag"
libraries=(ListDiff ListKit ListKitCurses ListKitOptions ListKitPaging ListKitTesting ListSearch)
former=$PWD/.build/api/$commit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Tools for which macOS needs xcrun are in the path elsewhere.
digester() { if [ "$(uname -s)" = Darwin ]; then xcrun swift-api-digester "$@"; else swift-api-digester "$@"; fi; }
target=$(swiftc -print-target-info | python3 -c 'import json, sys; print(json.load(sys.stdin)["target"]["triple"])')

# Writes the interfaces of the libraries of the tree in the current directory.
interfaces() {
  local to=$1 name=$2 library build
  Scripts/bootstrap.sh demo
  for library in "${libraries[@]}"; do
    [ -d "Sources/$library" ] || continue
    Scripts/progress.sh "Compiling $library $name" swift build --target "$library" "${debug_options[@]}"
  done
  build=$(swift build --show-bin-path)
  mkdir -p "$to"
  for library in "${libraries[@]}"; do
    [ -d "Sources/$library" ] || continue
    digester -dump-sdk -module "$library" -o "$to/$library.json" -target "$target" -I "$build/Modules" \
      -I Sources/CNcurses -I "$build/CTerminal.build" -I "$build/CSimdJSON.build"
  done
}

if [ ! -d "$former" ]; then
  mkdir "$work/former"
  git archive "$commit" | tar -x -C "$work/former"
  (cd "$work/former" && interfaces "$work/interfaces" "of $tag")
  mkdir -p .build/api
  mv "$work/interfaces" "$former"
fi
interfaces "$work/now" "as it is"

status=0
for library in "${libraries[@]}"; do
  [ -f "$former/$library.json" ] || continue
  if [ ! -f "$work/now/$library.json" ]; then
    echo "$library: there is no such library any more"
    status=1
    continue
  fi
  changes=$(digester -diagnose-sdk -input-paths "$former/$library.json" -input-paths "$work/now/$library.json" 2>&1 \
    | grep -v -e '^$' -e '^/\*' || true)
  if [ -n "$changes" ]; then
    echo "$library: ${changes//$'\n'/$'\n'$library: }"
    status=1
  fi
done
[ "$status" -ne 0 ] || echo "Nothing that breaks programs has changed since $tag"
exit "$status"
