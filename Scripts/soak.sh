#!/usr/bin/env bash
# Runs the random tests of `make test`, which take a minute there, for the given time and with new random
# numbers: sessions in every demo and in muster, the table, the decoder of keys, the reader of lists in
# memory, and endings at random moments. Failures are printed with their seed, shortened to the relevant
# steps, and with the command that repeats them.
#
#   Scripts/soak.sh [--seconds NUMBER] [--seed NUMBER] [--only WORD] [--debug]
#   Scripts/soak.sh --replay 'mountains @80x24 down 5x2' [--times NUMBER] [--debug]
#
# --only plays the demos whose command contains a word; `muster` plays those of muster, `sqlite` and
# `postgres` those with databases.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh
source Scripts/debug-options.sh

seconds=600 replay='' only='' build=release
while [ $# -gt 0 ]; do
  case $1 in
    --debug) build=debug; shift; continue ;;
    --seconds | --seed | --only | --replay | --times) [ $# -gt 1 ] || fail "$1 needs a value" ;;
    *) fail "unknown option '$1'; known are --seconds, --seed, --only, --replay, --times, --debug" ;;
  esac
  case $1 in
    --seconds) seconds=$2 ;;
    --seed) export LISTKIT_SOAK_SEED=$2 ;;
    --only) only=$2 ;;
    --replay) replay=$2 ;;
    --times) export LISTKIT_SOAK_TIMES=$2 ;;
  esac
  shift 2
done
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "--seconds needs a number of seconds, not '$seconds'"

Scripts/bootstrap.sh check
export SWIFT_BACKTRACE=enable=no
# shellcheck source-path=SCRIPTDIR
source Scripts/test-options.sh

# The demo as users have it, unless --debug requests its debug checks.
demo() {
  if [ $build = release ]; then
    LISTKIT_SESSION_PROGRAM=$(Scripts/build-program.sh tui-demo)
    export LISTKIT_SESSION_PROGRAM
  fi
}

# soak NAME [OPTION…]: runs the tests of that name, with options for `swift test`.
soak() {
  local name=$1
  shift
  echo "== $name" >&2
  swift build --build-tests "${debug_options[@]}" "$@" || exit
  swift test "${test_options[@]}" --filter "$name" "$@" || failed=1
}

failed=0
if [ -n "$replay" ]; then
  export LISTKIT_SOAK_REPLAY=$replay
  if [[ $replay =~ test\.sqlite|postgres:|\.parquet|\.duckdb ]]; then
    soak RandomDatabaseSessionTests/replay
  elif [[ $replay == muster* ]]; then
    soak MusterSessionTests/replay
  else
    demo
    soak TuiDemoTests.RandomSessionTests/replay
  fi
  exit $failed
fi

if [ -n "$only" ]; then
  export LISTKIT_SOAK_ONLY=$only LISTKIT_SOAK_SECONDS=$seconds
  if [[ $only =~ sqlite|postgres|parquet|duckdb ]]; then
    soak RandomDatabaseSessionTests/soak
  elif [[ $only == muster* ]]; then
    soak MusterSessionTests/soak
  else
    demo
    soak TuiDemoTests.RandomSessionTests/soak
  fi
  exit $failed
fi

# Half of the time is for the demos, which have the most code; the others share the rest.
demo
LISTKIT_SOAK_SECONDS=$(((seconds + 1) / 2)) soak TuiDemoTests.RandomSessionTests/soak
LISTKIT_SOAK_SECONDS=$(((seconds + 9) / 10)) soak MusterSessionTests/soak
LISTKIT_SOAK_SECONDS=$(((seconds + 9) / 10)) soak RandomDatabaseSessionTests/soak
LISTKIT_SOAK_SECONDS=$(((seconds + 9) / 10)) soak ListKitTests.TableRandomSessionTests/soak
LISTKIT_SOAK_SECONDS=$(((seconds + 9) / 10)) soak InputDecoderFuzzTests
LISTKIT_SOAK_SECONDS=$(((seconds + 9) / 10)) soak ListDataTests.ReaderFuzzTests
LISTKIT_SOAK_ENDINGS=2000 soak EndingTests
exit $failed
