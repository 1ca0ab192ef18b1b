#!/usr/bin/env bash
# Installs what is missing to run the demo, the tests or the scripts on a machine with Swift.
#
#   Scripts/bootstrap.sh [demo|muster|install|database|test|check|picture|bench]
#
# If nothing is missing, it needs no network and asks no question. If it cannot install something, it prints
# the reason in one line on standard error and ends with exit code 2.
set -euo pipefail

# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

oldest_swift=6.2

# Succeeds if version $1 is $2 or newer.
is_at_least() {
  local version=$1.0
  local major=${version%%.*} rest=${version#*.}
  local minor=${rest%%[!0-9]*}
  ((major > ${2%%.*} || (major == ${2%%.*} && ${minor:-0} >= ${2#*.})))
}

check_swift() {
  local version
  command -v swift >/dev/null || fail "no swift found; install Swift $oldest_swift or newer from https://swift.org/install"
  version=$(swift --version 2>/dev/null </dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1) || true
  [ -n "$version" ] || fail "swift --version does not tell its version; ListKit needs Swift $oldest_swift or newer"
  is_at_least "$version" "$oldest_swift" \
    || fail "Swift $version is too old; ListKit needs Swift $oldest_swift or newer, see https://swift.org/install"
}

# Succeeds if the C compiler that comes with Swift finds a header; of C++, if the second word is c++.
has_header() {
  local compiler
  compiler=$(command -v clang || command -v cc) || return 1
  echo "#include <$1>" | "$compiler" -E -x "${2:-c}" - >/dev/null 2>&1
}

# Succeeds if the dynamic linker finds a library.
has_library() {
  [ -n "$(find /lib /usr/lib /usr/local/lib -name "$1" -print -quit 2>/dev/null)" ]
}

# Succeeds if Homebrew has installed a formula; needs no network.
has_formula() {
  [ -e "$(brew --prefix 2>/dev/null)/opt/$1" ]
}

# Succeeds if a PostgreSQL server is installed, in the places of Debian or Homebrew.
has_postgres() {
  local program
  command -v initdb >/dev/null && return
  for program in /usr/lib/postgresql/*/bin/initdb /opt/homebrew/opt/*/bin/initdb /usr/local/opt/*/bin/initdb; do
    [ -x "$program" ] && return
  done
  return 1
}

# Prints the packages needed to build that are missing, by the names of Debian's packages or of Homebrew's
# formulas.
missing_on_linux() {
  has_header ncursesw/curses.h || echo libncurses-dev
  case $1 in
    muster)
      has_header simdjson.h c++ || echo libsimdjson-dev
      ;;
    install)
      missing_on_linux muster
      command -v python3 >/dev/null || echo python3
      ;;
    database)
      missing_on_linux muster
      command -v sqlite3 >/dev/null || echo sqlite3
      ;;
    test)
      has_header simdjson.h c++ || echo libsimdjson-dev
      has_header vterm.h || echo libvterm-dev
      infocmp xterm-direct >/dev/null 2>&1 || echo ncurses-term
      # The programs that tests start have this path.
      local PATH=/usr/local/bin:/usr/bin:/bin
      command -v python3 >/dev/null || echo python3
      command -v ps >/dev/null || echo procps
      command -v xz >/dev/null || echo xz-utils
      command -v zstd >/dev/null || echo zstd
      command -v bzip2 >/dev/null || echo bzip2
      # Tests of servers run if one can be started; SQLite's library is loaded at run time.
      has_library libsqlite3.so.0 || echo libsqlite3-0
      ;;
    check)
      missing_on_linux test
      has_postgres || echo postgresql
      # Tests of poolers are skipped without one.
      [ -x /usr/sbin/pgbouncer ] || echo pgbouncer
      command -v valgrind >/dev/null || echo valgrind
      # The empty root can be made by root only, and is not made in CI.
      [ -n "${CI:-}" ] || [ "$(id -u)" -ne 0 ] || command -v debootstrap >/dev/null || echo debootstrap
      ;;
    picture)
      has_header simdjson.h c++ || echo libsimdjson-dev
      infocmp tmux-direct >/dev/null 2>&1 || echo ncurses-term
      command -v tmux >/dev/null || echo tmux
      command -v python3 >/dev/null || echo python3
      ;;
    bench)
      has_header simdjson.h c++ || echo libsimdjson-dev
      command -v python3 >/dev/null || echo python3
      python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv
      command -v valgrind >/dev/null || echo valgrind
      command -v strace >/dev/null || echo strace
      command -v fzf >/dev/null || echo fzf
      command -v mlr >/dev/null || echo miller
      command -v column >/dev/null || echo bsdextrautils
      ;;
  esac
}

missing_on_macos() {
  has_formula ncurses || echo ncurses
  case $1 in
    muster)
      has_formula simdjson || echo simdjson
      ;;
    install)
      missing_on_macos muster
      command -v python3 >/dev/null || echo python3
      ;;
    database)
      missing_on_macos muster
      ;;
    test)
      has_formula simdjson || echo simdjson
      has_formula libvterm || echo libvterm
      command -v python3 >/dev/null || echo python3
      command -v xz >/dev/null || echo xz
      command -v zstd >/dev/null || echo zstd
      ;;
    check)
      missing_on_macos test
      has_formula libpq || echo libpq
      has_postgres || echo postgresql@17
      ;;
    picture)
      has_formula simdjson || echo simdjson
      command -v tmux >/dev/null || echo tmux
      command -v python3 >/dev/null || echo python3
      ;;
    bench)
      command -v python3 >/dev/null || echo python3
      ;;
  esac
}

# Installs DuckDB's package of Python for the tests, in a folder of the build. Without it they are skipped.
install_duckdb() {
  local folder
  folder=$(dirname "${BASH_SOURCE[0]}")/../.build/duckdb
  [ -z "${MUSTER_DUCKDB:-}" ] && [ ! -d "$folder" ] || return 0
  python3 -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("_duckdb") is None)' 2>/dev/null && return
  python3 -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 20 --target "$folder" duckdb >/dev/null 2>&1 </dev/null && return
  rm -rf "$folder"
  echo "No DuckDB: pip cannot install it, so its tests are skipped" >&2
}

main() {
  local purpose=${1:-test} missing
  case $purpose in
    demo | muster | install | database | test | check | picture | bench) ;;
    *) fail "unknown purpose '$purpose'; known are demo, muster, install, database, test, check, picture, bench" ;;
  esac
  check_swift
  if [ "$(uname -s)" = Darwin ]; then
    command -v brew >/dev/null || fail "no Homebrew found; it is needed for ncurses, see https://brew.sh"
    missing=$(missing_on_macos "$purpose")
  else
    missing=$(missing_on_linux "$purpose")
  fi
  # Names contain no spaces: split the list into words.
  # shellcheck disable=SC2086
  [ -z "$missing" ] || install $missing
  [ "$purpose" != test ] || install_duckdb
}

main "$@"
