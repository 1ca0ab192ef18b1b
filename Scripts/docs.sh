#!/usr/bin/env bash
# Builds the documentation of the libraries into docs/, ready for any web server.
#
# It uses the toolchain's docc directly: a package plugin would have to be a dependency, which all users of
# the library would then resolve.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh

Scripts/bootstrap.sh demo

modules=(ListDiff ListKit ListKitCurses ListKitOptions ListKitPaging ListKitTesting ListSearch PositionSets)
# Tools for which macOS needs xcrun are in the path elsewhere.
tool() { if [ "$(uname -s)" = Darwin ]; then xcrun "$@"; else "$@"; fi; }
# The modules of the debug build, which the tests use as well.
for module in ListKitOptions ListKitPaging ListKitTesting ListSearch; do
  Scripts/progress.sh "Compiling $module" swift build --target "$module" "${debug_options[@]}"
done
build=$(swift build --show-bin-path)
# The name that `swift build` gives the package: that of its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

rm -rf docs
archives=()
for module in "${modules[@]}"; do
  mkdir -p "$work/graphs/$module"
  # From the sources: symbol graphs of a compiled module spell out types in full.
  find "Sources/$module" -name '*.swift' -print0 | tool xargs -0 swiftc -emit-module -o "$work/$module.swiftmodule" \
    -module-name "$module" -package-name "$package" -swift-version 6 -enable-upcoming-feature MemberImportVisibility \
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
    -I "$build/Modules" -I Sources/CNcurses -I "$build/CTerminal.build" \
    -emit-symbol-graph -emit-symbol-graph-dir "$work/graphs/$module"
  catalog=Sources/$module/$module.docc
  if [ ! -d "$catalog" ]; then
    catalog=$work/$module.docc
    mkdir "$catalog"
  fi
  tool docc convert "$catalog" --additional-symbol-graph-dir "$work/graphs/$module" \
    --fallback-display-name "$module" --fallback-bundle-identifier "listkit.$module" \
    --warnings-as-errors --transform-for-static-hosting --output-path "$work/$module.doccarchive"
  archives+=("$work/$module.doccarchive")
done
tool docc merge "${archives[@]}" --output-path docs --synthesized-landing-page-name ListKit
echo "To read it: python3 -m http.server -d docs, then http://localhost:8000/documentation"
