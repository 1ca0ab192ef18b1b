#!/usr/bin/env bash
# Makes the pictures of the documentation again, from real sessions of the demos: all, or those named.
#
#   Scripts/picture.sh [NAME…]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh picture
demo=$(Scripts/build-demo.sh)

# picture NAME SIZE KEYS [ARGUMENT…]: of `tui-demo NAME ARGUMENT…` after some keys.
picture() {
  local name=$1 size=$2 keys=$3
  shift 3
  if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $name "* ]]; then return; fi
  Scripts/picture.py --size "$size" --title "tui-demo $name" --keys "$keys" \
    --output "Documentation/$name.svg" -- "$demo" "$name" "$@"
  echo "Documentation/$name.svg"
}

wanted=("$@")
picture mountains 100x30 "alps"
picture gallery 100x24 "*"
picture feed 120x30 "<down><down><down><down><down><down> <wait><wait><wait><wait><wait><wait><space>" --seed 5 --rate 8
picture stress 120x24 "x <wait><wait><wait> s <wait><wait><wait> e <wait><wait> f <wait><wait>" --seed 1
