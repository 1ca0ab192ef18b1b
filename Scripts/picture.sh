#!/usr/bin/env bash
# Makes the README's picture again, from a real session of the demo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/bootstrap.sh picture
demo=$(Scripts/build-demo.sh)
Scripts/picture.py --size 100x30 --title "tui-demo mountains" --keys "alps" \
  --output Documentation/mountains.svg -- "$demo" mountains "$@"
echo "Documentation/mountains.svg"
