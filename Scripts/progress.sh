#!/usr/bin/env bash
# Runs a build or tests, and reports on standard error what they do and how far they are.
#
#   Scripts/progress.sh [--log FILE] [--modules COMMAND] [--tests] LABEL COMMAND [ARGUMENT…]
#
# On a terminal the report is one line that changes; elsewhere it is a line every half minute. The output of
# the command is shown only if it fails, without the parts that succeeded; FILE receives all of it. The
# closing line of `swift test` is always shown. The exit code is the command's. A signal that ends this script
# ends the command first. The COMMAND of --modules prints the number of modules, as soon as a build is
# planned. With --tests the command is a `swift test` that builds nothing: if nothing happens in it for
# STALL_SECONDS (300; more on a busy machine), it is ended, and the tests that were running are named.
set -euo pipefail

log='' count_modules='' has_tests=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --log) log=$2 ;;
    --modules) count_modules=$2 ;;
    --tests) has_tests=yes ;;
    *) echo "progress.sh: unknown option '$1'; known are --log, --modules, --tests" >&2 && exit 2 ;;
  esac
  [ "$1" = --tests ] || shift
  shift
done
label=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=${log:-$work/log}
: >"$log"
mkfifo "$work/output"

# All tests start at once in the output; the events tell when each one has its turn.
events=$work/events
if [ -n "$has_tests" ]; then
  hidden=$(swift test --help-hidden 2>&1) || true
  [[ $hidden != *--event-stream-output-path* ]] || set -- "$@" --event-stream-output-path "$events"
fi

# In a separate process group; otherwise the shell makes the command ignore the signal of ctrl-c.
set -m
"$@" >"$work/output" 2>&1 </dev/null &
command=$!
set +m
exec 3<"$work/output"

# SwiftPM ends its compilers on the signal of ctrl-c; other signals leave them running.
signal=
for name in INT TERM HUP; do
  # shellcheck disable=SC2064
  trap "signal=$name; kill -INT -- -$command 2>/dev/null || true" $name
done

is_terminal=
columns=80
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
  is_terminal=yes
  size=$(stty size <&2 2>/dev/null) || size='24 80'
  columns=${size#* }
fi

# `make soak SECONDS=900` passes a variable of that name.
SECONDS=0
now='' modules=' ' compiled=0 all='' passed=0 failed=0 said='' next=30
limit=${STALL_SECONDS:-300} last=0 stalled=''

show() {
  local text=$label${now:+: $now}
  ((compiled == 0)) || text="$label: $compiled${all:+ of $all} modules compiled, $now"
  ((passed + failed == 0)) || text="$label: $passed tests passed, $failed failed"
  if [ -n "$is_terminal" ]; then
    text="$text, $SECONDS s"
    printf '\r\033[K%s' "${text:0:columns-1}" >&2
    said=yes
  elif ((SECONDS >= next)); then
    printf '%s, %d s\n' "$text" "$SECONDS" >&2
    next=$((SECONDS + 30))
    said=yes
  fi
}

erase() {
  [ -z "$is_terminal" ] || [ -z "$said" ] || printf '\r\033[K' >&2
}

# Output about success: steps of a build, tests that start and pass.
step='^\[ *[0-9]+ */ *[0-9]+\] *(.*)$'
fine='^(◇|✔|􀟈|􁁛|􀙟) |^Test (Case|Suite) .*(started|passed)|^Build(ing for| of product| complete)'

# SwiftPM reports what it has compiled; its own step numbers mostly count steps that take no time.
read_step() {
  local verb=${1%% *} name=${1#* }
  name=${name%% *}
  case $verb in
    Compiling)
      [[ $modules != *" $name "* ]] || return 0
      modules+="$name "
      compiled=$((compiled + 1))
      now="last $name"
      ;;
    Linking) now="linking ${name##*/}" ;;
    *) return 0 ;;
  esac
  show
}

# Prints the tests that have begun and not ended, according to the events.
running_tests() {
  awk '
    match($0, /"testID":"[^"]*"/) {
      test = substr($0, RSTART + 10, RLENGTH - 11)
      if (/"kind":"testStarted"/ && match($0, /"text":"Test .* started\."/)) {
        name = substr($0, RSTART + 8, RLENGTH - 18)
        gsub(/\\/, "", name)
        names[test] = name
      }
      if (/"kind":"testCaseStarted"/) running[test]++
      if (/"kind":"testCaseEnded"/) running[test]--
    }
    END {
      for (test in running) if (running[test] > 0) {
        place = test
        sub(/:[0-9]*$/, "", place)
        sub(/.*\//, "", place)
        print "✘ " names[test] " did not end at " place
      }
    }' "$events" | sort
}

# Prints the seconds after which tests in which nothing happens have stalled. Where several processes wait for each
# processor, a test that computes has a part of one only.
stall_seconds() {
  local load=0 processors
  [ ! -r /proc/loadavg ] || read -r load _ </proc/loadavg
  processors=$(getconf _NPROCESSORS_ONLN)
  load=$(((${load%.*} + processors - 1) / processors))
  echo $((limit * (load > 1 ? load : 1)))
}

# Ends tests in which nothing has happened for too long since they began.
watch() {
  [ -s "$log" ] || return 0
  if [ "$events" -nt "$work/looked" ]; then
    : >"$work/looked"
    last=$SECONDS
  fi
  if [ -n "$stalled" ]; then
    ((SECONDS < stalled + 10)) || kill -KILL -- "-$command" 2>/dev/null || true
  elif ((SECONDS >= last + limit)) && enough=$(stall_seconds) && ((SECONDS >= last + enough)); then
    stalled=$SECONDS
    {
      echo "Nothing happened for $enough s, so the tests were ended."
      [ ! -e "$events" ] || running_tests
    } >>"$log"
    kill -INT -- "-$command" 2>/dev/null || true
  fi
}

read_line() {
  last=$SECONDS
  printf '%s\n' "$1" >>"$log"
  if [[ $1 =~ $step ]]; then
    read_step "${BASH_REMATCH[1]}"
  elif [[ $1 == 'Building for '* ]]; then
    [ -z "$count_modules" ] || all=$(eval "$count_modules") || all=
    now=planned
    show
  elif [[ $1 =~ ^(Fetching|Creating working copy for)\ (.*/)?([^/ ]+) ]]; then
    now="fetching ${BASH_REMATCH[3]}"
    show
  elif [[ $1 == *'Test run with '* ]]; then
    :
  elif [[ $1 =~ Test\ .*\ (passed|failed)\ after ]] && [[ $1 != *Suite\ * ]]; then
    if [ "${BASH_REMATCH[1]}" = passed ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    show
  fi
}

# Older shells cannot distinguish the end of the output from a second without output.
patience=()
((BASH_VERSINFO[0] < 4)) || patience=(-t 1)
partial=
while true; do
  if IFS= read -r ${patience[@]+"${patience[@]}"} piece <&3; then
    read_line "$partial$piece"
    partial=
  elif (($? > 128)); then
    partial+=$piece
    [ -z "$is_terminal" ] || show
    [ -z "$has_tests" ] || watch
    # Does not wait for other processes that keep the output open.
    kill -0 "$command" 2>/dev/null || break
  else
    break
  fi
done
[ -z "$partial" ] || read_line "$partial"
status=0
while true; do
  wait "$command" && status=0 || status=$?
  kill -0 "$command" 2>/dev/null || break
done

erase
[ -z "$stalled" ] || [ $status -ne 0 ] || status=1
if [ -n "$signal" ]; then
  echo "$label: stopped" >&2
  trap - "$signal"
  rm -rf "$work"
  kill -"$signal" $$
fi
if [ $status -ne 0 ]; then
  # The output of a test may hold a NUL.
  grep -aEv "$step|$fine" "$log" >&2 || true
  echo "$label: failed after $SECONDS s" >&2
else
  grep -aE 'Test run with .* passed' "$log" >&2 || true
  echo "$label: done, $SECONDS s" >&2
fi
exit $status
