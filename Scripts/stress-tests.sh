#!/usr/bin/env bash
# Repeats the tests while four processes keep the machine busy, prints one line per run and keeps the logs of
# failed runs in .build/stress-tests. Options go to `swift test`:
#
#   RUNS=20 Scripts/stress-tests.sh --filter MusterTests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source Scripts/debug-options.sh
source Scripts/phases.sh

runs=${RUNS:-3}
[[ $runs =~ ^[1-9][0-9]*$ ]] || { echo "stress-tests.sh: RUNS is a number of runs, not '$runs'" >&2; exit 64; }
[ -z "${FILTER:-}" ] || set -- --filter "$FILTER" "$@"

Scripts/bootstrap.sh test
source Scripts/test-options.sh
export SWIFT_BACKTRACE=enable=no
Scripts/progress.sh "Compiling the tests" swift build --build-tests "${debug_options[@]}"

logs=.build/stress-tests
rm -rf "$logs"
mkdir -p "$logs"

# A loop ends with this script, even if SIGKILL ends the script.
keep_busy() {
  trap - EXIT INT TERM HUP
  while kill -0 $$ 2>/dev/null; do
    for ((count = 0; count < 100000; count++)); do :; done
  done
}

tests='' loops=()
stop() {
  [ -z "$tests" ] || kill -- "-$tests" 2>/dev/null || true
  kill "${loops[@]}" 2>/dev/null || true
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
for _ in 1 2 3 4; do
  keep_busy </dev/null >/dev/null 2>&1 &
  loops+=("$!")
done

TIMEFORMAT='%0R s, %0U s of CPU'
run_tests() {
  { time Scripts/progress.sh --log "$log" --tests "Tests" swift test "${test_options[@]}" "$@" 2>/dev/null; } 2>"$logs/time"
}

failed=0
for ((run = 1; run <= runs; run++)); do
  log=$logs/$run.log
  # The tests are in a separate process group; a signal to this script also ends it.
  set -m
  run_tests "$@" &
  tests=$!
  set +m
  if wait "$tests"; then
    result=passed
  else
    result="failed, see $log"
    failed=$((failed + 1))
  fi
  tests=''
  echo "run $run of $runs: $(tail -n 1 "$logs/time"), $result"
  if [ "$result" = passed ]; then rm "$log"; else print_failures "$log"; fi
done
rm "$logs/time"
echo "$((runs - failed)) passed, $failed failed"
[ $failed -eq 0 ]
