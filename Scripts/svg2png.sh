#!/usr/bin/env bash
# Converts an SVG picture to a PNG file beside it, or at the second path, for viewing.
#
#   Scripts/svg2png.sh Documentation/mountains.svg [mountains.png]
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

[ $# -ge 1 ] || fail "usage: svg2png.sh picture.svg [picture.png]"
if [ "$(uname -s)" = Darwin ]; then
  command -v rsvg-convert >/dev/null || install librsvg
else
  missing=()
  command -v rsvg-convert >/dev/null || missing+=(librsvg2-bin)
  fonts=$(fc-list : family 2>/dev/null || true)
  [[ $fonts == *"DejaVu Sans Mono"* ]] || missing+=(fonts-dejavu-core)
  [[ $fonts == *"Noto Sans CJK"* ]] || missing+=(fonts-noto-cjk)
  [[ $fonts == *"Noto Sans Devanagari"* ]] || missing+=(fonts-noto-core)
  [ ${#missing[@]} -eq 0 ] || install "${missing[@]}"
fi
rsvg-convert --zoom 2 --output "${2:-${1%.svg}.png}" "$1"
