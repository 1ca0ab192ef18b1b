#!/usr/bin/env bash
# Builds the documentation of the libraries into docs/, ready for any web server.
#
# It uses the toolchain's docc directly: a package plugin would have to be a dependency, which every user of
# the library would then resolve.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh demo

modules=(ListDiff ListKit ListKitCurses ListKitTesting ListSearch PositionSets)
docc=(docc)
[ "$(uname -s)" = Darwin ] && docc=(xcrun docc)
graphs=$PWD/.build/docs/graphs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf docs
archives=()
for module in "${modules[@]}"; do
  swift build --target "$module" --scratch-path .build/docs \
    -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$graphs" >/dev/null
  mkdir -p "$work/graphs/$module"
  # What a module adds to types of others stands in files of its own.
  for graph in "$graphs/$module".symbols.json "$graphs/$module"@*.symbols.json; do
    [ -e "$graph" ] && cp "$graph" "$work/graphs/$module"
  done
  catalog=Sources/$module/$module.docc
  if [ ! -d "$catalog" ]; then
    catalog=$work/$module.docc
    mkdir "$catalog"
  fi
  "${docc[@]}" convert "$catalog" --additional-symbol-graph-dir "$work/graphs/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "listkit.$module" \
    --warnings-as-errors --transform-for-static-hosting --output-path "$work/$module.doccarchive"
  archives+=("$work/$module.doccarchive")
done
"${docc[@]}" merge "${archives[@]}" --output-path docs --synthesized-landing-page-name ListKit
echo "To read it: python3 -m http.server -d docs, then http://localhost:8000/documentation"
