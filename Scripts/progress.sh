#!/usr/bin/env bash
# Runs a build or tests, and reports on standard error what they do and how far they are.
#
#   Scripts/progress.sh [--log FILE] [--modules COMMAND] LABEL COMMAND [ARGUMENT…]
#
# On a terminal the report is one line that changes; elsewhere it is a line every half minute. The output of
# the command is shown only if it fails, without the parts that succeeded; FILE receives all of it. The
# closing line of `swift test` is always shown. The exit code is the command's. A signal that ends this script
# ends the command first. The COMMAND of --modules prints the number of modules, as soon as a build is
# planned.
set -euo pipefail

log='' count_modules=''
while [[ ${1:-} == --* ]]; do
  case $1 in
    --log) log=$2 ;;
    --modules) count_modules=$2 ;;
    *) echo "progress.sh: unknown option '$1'; known are --log, --modules" >&2 && exit 2 ;;
  esac
  shift 2
done
label=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=${log:-$work/log}
: >"$log"
mkfifo "$work/output"

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

read_line() {
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
