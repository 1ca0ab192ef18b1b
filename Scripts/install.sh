#!/usr/bin/env bash
# Installs tui-demo with its man page and its completions for bash, zsh and fish, or removes them again.
#
#   [PREFIX=/usr/local] [DESTDIR=] Scripts/install.sh [--uninstall]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=${DESTDIR:-}${PREFIX:-/usr/local}
program=$root/bin/tui-demo
manual=$root/share/man/man1/tui-demo.1
bash=$root/share/bash-completion/completions/tui-demo
zsh=$root/share/zsh/site-functions/_tui-demo
fish=$root/share/fish/vendor_completions.d/tui-demo.fish
files=("$program" "$manual" "$bash" "$zsh" "$fish")

if [ "${1:-}" = --uninstall ]; then
  rm -f "${files[@]}"
  exit
fi

Scripts/bootstrap.sh demo
built=$(Scripts/build-demo.sh)
for file in "${files[@]}"; do mkdir -p "$(dirname "$file")"; done
# Beside its place first: one that runs goes on running.
strip -o "$program.new" "$built"
chmod 755 "$program.new"
mv -f "$program.new" "$program"
"$built" --experimental-dump-help | Scripts/manual.py >"$manual"
"$built" --generate-completion-script bash >"$bash"
"$built" --generate-completion-script zsh >"$zsh"
"$built" --generate-completion-script fish >"$fish"
echo "Installed $program, its man page, and completions for bash, zsh and fish" >&2
