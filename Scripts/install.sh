#!/usr/bin/env bash
# Installs tui-demo and muster with man pages and completions for bash, zsh and fish, or removes them.
#
#   [PREFIX=/usr/local] [DESTDIR=] [BIN=] Scripts/install.sh [--uninstall]
#
# BIN is a directory with programs that are already built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=${DESTDIR:-}${PREFIX:-/usr/local}
programs=(tui-demo muster)

# Copies a program without its symbols, and without the sections that differ between folders. GNU strip loses
# the protection of relocated data (RELRO) when it removes a section; LLVM's does not.
copy_stripped() {
  local objcopy
  objcopy=$(dirname "$(realpath "$(command -v swift || echo /)")")/llvm-objcopy
  if [ "$(uname -s)" = Linux ] && [ -x "$objcopy" ]; then
    "$objcopy" --strip-all -R .swift_modhash -R .note.gnu.build-id "$1" "$2"
  elif command -v strip >/dev/null; then
    strip -o "$2" "$1"
  else
    cp "$1" "$2"
  fi
}

# Sets the paths of the files of a program: itself, its man page, and completions for bash, zsh and fish.
locate() {
  program=$root/bin/$1
  manual=$root/share/man/man1/$1.1
  bash=$root/share/bash-completion/completions/$1
  zsh=$root/share/zsh/site-functions/_$1
  fish=$root/share/fish/vendor_completions.d/$1.fish
  files=("$program" "$manual" "$bash" "$zsh" "$fish")
}

if [ "${1:-}" = --uninstall ]; then
  for name in "${programs[@]}"; do
    locate "$name"
    rm -f "${files[@]}"
  done
  exit
fi

# The date of man pages: that of the sources, if it is known.
date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || true)}

[ -n "${BIN:-}" ] || Scripts/bootstrap.sh install
for name in "${programs[@]}"; do
  if [ -n "${BIN:-}" ]; then built=$BIN/$name; else built=$(Scripts/build-program.sh "$name"); fi
  locate "$name"
  for file in "${files[@]}"; do mkdir -p "$(dirname "$file")"; done
  # Copies to a temporary name first, so that a running program keeps running.
  copy_stripped "$built" "$program.new"
  chmod 755 "$program.new"
  mv -f "$program.new" "$program"
  version=$("$built" --version)
  "$built" --experimental-dump-help | Scripts/manual.py "${version%% *}" ${date:+"$date"} >"$manual"
  "$built" --generate-completion-script bash >"$bash"
  "$built" --generate-completion-script zsh >"$zsh"
  "$built" --generate-completion-script fish >"$fish"
  echo "Installed $program, its man page, and completions for bash, zsh and fish" >&2
done
