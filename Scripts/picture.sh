#!/usr/bin/env bash
# Creates the pictures of the documentation again, from real sessions of the demos, dark and light: all, or
# those named.
#
#   Scripts/picture.sh [NAME…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh picture
# Succeeds if a picture is one of those named, or if none is named.
is_wanted() {
  ((${#wanted[@]} == 0)) || [[ " ${wanted[*]} " == *" $1 "* ]]
}

# picture NAME SIZE KEYS [ARGUMENT…]: draws `tui-demo NAME ARGUMENT…` after some keys.
picture() {
  local name=$1 size=$2 keys=$3
  shift 3
  is_wanted "$name" || return 0
  [ -n "$demo" ] || demo=$(Scripts/build-program.sh tui-demo)
  # The theme is given explicitly: tmux does not report the colours of its terminal.
  local options=(--size "$size" --title "tui-demo $name" --keys "$keys")
  Scripts/picture.py "${options[@]}" --output "Documentation/$name.svg" -- "$demo" "$name" --theme dark "$@"
  Scripts/picture.py "${options[@]}" --light --output "Documentation/light/$name.svg" \
    -- "$demo" "$name" --theme light "$@"
  echo "Documentation/$name.svg, Documentation/light/$name.svg"
}

wanted=("$@")
demo=
mkdir -p Documentation/light

# The film of muster: `kubectl get pods`, of a simulated cluster.
if is_wanted muster; then
  muster=$(Scripts/build-program.sh muster)
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  printf '#!/bin/sh\nexec "%s/Scripts/pods.sh" "%s/moment" "$@"\n' "$PWD" "$folder" >"$folder/kubectl"
  chmod +x "$folder/kubectl"
  for theme in dark light; do
    rm -f "$folder/moment"
    output=Documentation/muster.svg options=()
    [ $theme = dark ] || { output=Documentation/light/muster.svg && options=(--light); }
    PATH=$folder:$PATH Scripts/picture.py --size 84x16 --title "muster -- kubectl get pods" --film 6 --still '+−~' \
      --keys "<down> <down> <down>" "${options[@]}" --output $output \
      -- "$muster" --theme $theme -n 0.6 -- kubectl get pods
    echo $output
  done
fi

picture mountains 100x30 "alps"
picture gallery 100x28 "<down> <down>"
picture emoji 100x30 "<wait> <down> <down> <down> <enter> <down> <enter> <down> <down> <wait>" --seed 3
picture feed 120x30 "<down> <down> <down> <down> <down> <down> <down> <space> <wait> <space>" --seed 5 --rate 2 --paused
picture stress 120x24 "x <wait> <wait> <wait> s <wait> <wait> <wait> e <wait> <wait> f <wait> <wait>" --seed 1
picture wifi 72x24 "<down> <down> <down> <enter>" --seed 1
picture edit 72x20 "<down> <down> <m-down> e <down> <down> d"
picture cards 64x24 "n <wait>" --seed 1
picture files 100x24 "<wait> <down> <down> <down> <wait> <right> <wait> <down> <right> <wait>" Sources
picture sort 64x18 "nnnnnnnnnnnnnnnnnn" --seed 3 --speed 1
picture reorder 80x26 "m <down> <down> <down> <down> <down> <down> <down>"

if is_wanted database; then
  Scripts/bootstrap.sh database
  muster=$(Scripts/build-program.sh muster)
  parcels=$(mktemp -d)
  trap 'rm -rf "$parcels"' EXIT
  sqlite3 "$parcels/parcels.sqlite" <Scripts/parcels.sql >"$parcels/log"
  Scripts/picture.py --size 110x24 --title "muster parcels.sqlite parcel" --keys "/ ber <space> ca <enter> <down> <down>" \
    --output Documentation/database.svg -- "$muster" --theme dark "$parcels/parcels.sqlite" parcel
  echo "Documentation/database.svg"
fi
