#!/usr/bin/env bash
# Runs the tests again and again while four processes keep the machine busy, prints one line a run and keeps the logs of
# the runs that fail. Options go to `swift test`:
#
#   RUNS=20 Scripts/stress-tests.sh --filter MusterTests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${RUNS:-3}
[[ $runs =~ ^[1-9][0-9]*$ ]] || { echo "stress-tests.sh: RUNS is a number of runs, not '$runs'" >&2; exit 64; }
[ -z "${FILTER:-}" ] || set -- --filter "$FILTER" "$@"

Scripts/bootstrap.sh test
export SWIFT_BACKTRACE=enable=no
swift build --build-tests

logs=.build/stress-tests
rm -rf "$logs"
mkdir -p "$logs"

# A busy loop ends with this script, also where SIGKILL ends it.
busy() {
  while kill -0 $$ 2>/dev/null; do
    for ((count = 0; count < 100000; count++)); do :; done
  done
}
loops=()
trap 'kill "${loops[@]}" 2>/dev/null || true' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
for _ in 1 2 3 4; do
  busy </dev/null >/dev/null 2>&1 &
  loops+=("$!")
done

TIMEFORMAT='%0R s, %0U s of CPU'
failed=0
for ((run = 1; run <= runs; run++)); do
  log=$logs/$run.log
  if { time swift test --skip-build --disable-xctest "$@" >"$log" 2>&1 </dev/null; } 2>"$logs/time"; then
    result=passed
    rm "$log"
  else
    result="failed, see $log"
    failed=$((failed + 1))
  fi
  echo "run $run of $runs: $(cat "$logs/time"), $result"
  [ ! -e "$log" ] || grep -E ' recorded an issue |^↳' "$log" || tail -n 20 "$log"
done
rm "$logs/time"
echo "$((runs - failed)) passed, $failed failed"
[ $failed -eq 0 ]
