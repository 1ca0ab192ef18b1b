#!/usr/bin/env bash
# Sourced: `fail` prints the reason of a failure in one line and ends with exit code 2; `install` installs
# packages by the names of the available package manager.

fail() {
  echo "${0##*/}: $*" >&2
  exit 2
}

install_with_apt() {
  local administrator=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "missing: $*; as root, run: apt-get install $*"
    administrator=(sudo)
  fi
  echo "Installing $*" >&2
  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq)
  "${administrator[@]+"${administrator[@]}"}" "${apt[@]}" update >&2 \
    || echo "${0##*/}: package lists could not be refreshed; trying with those at hand" >&2
  "${administrator[@]+"${administrator[@]}"}" "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >&2 \
    || fail "apt-get could not install $*"
}

install_with_brew() {
  echo "Installing $*" >&2
  brew install "$@" </dev/null >&2 || fail "brew could not install $*"
}

install() {
  if command -v apt-get >/dev/null; then
    install_with_apt "$@"
  elif command -v brew >/dev/null; then
    install_with_brew "$@"
  else
    fail "missing: $*; neither apt-get nor brew is here to install them"
  fi
}
