#!/usr/bin/env bash
# Runs a build or tests, and says on standard error what they do and how far they are.
#
#   Scripts/progress.sh [--log FILE] LABEL COMMAND [ARGUMENT…]
#
# On a terminal that is one line that changes; elsewhere a short line for each module that is compiled. What the command
# itself prints is shown only where it fails, without what went well; FILE keeps all of it. The closing line of
# `swift test` is always shown. The exit code is the command's. A signal that ends this script ends the command first.
set -euo pipefail

log=
if [ "${1:-}" = --log ]; then
  log=$2
  shift 2
fi
label=$1
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=${log:-$work/log}
: >"$log"
mkfifo "$work/output"

# In a process group of its own, or the shell has it ignore the signal of ctrl-c.
set -m
"$@" >"$work/output" 2>&1 </dev/null &
command=$!
set +m
exec 3<"$work/output"

signal=
for name in INT TERM HUP; do
  # shellcheck disable=SC2064
  trap "signal=$name; kill -$name -- -$command 2>/dev/null || true" $name
done

is_terminal=
columns=80
if [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]; then
  is_terminal=yes
  size=$(stty size <&2 2>/dev/null) || size='24 80'
  columns=${size#* }
fi

step='' work_at_hand='' passed=0 failed=0 said=''

show() {
  local text="$label${step:+ $step}${work_at_hand:+, $work_at_hand}"
  if ((passed + failed > 0)); then text="$label: $passed tests passed${failed:+, $failed failed}"; fi
  if [ -n "$is_terminal" ]; then
    text="$text, $SECONDS s"
    printf '\r\033[K%s' "${text:0:columns-1}" >&2
    said=line
  elif [ "$work_at_hand" != "$said" ]; then
    printf '%s\n' "$text" >&2
    said=$work_at_hand
  fi
}

erase() {
  [ -z "$is_terminal" ] || [ -z "$said" ] || printf '\r\033[K' >&2
}

# What went well: steps of a build, tests that begin and pass.
progress='^\[ *([0-9]+) */ *([0-9]+)\] *(.*)$'
fine='^(◇|✔|􀟈|􁁛|􀙟) |^Test (Case|Suite) .*(started|passed)|^Build(ing for| of product| complete)'
verbs='^(Compiling|Emitting module|Linking) +([^ ]+)'

read_line() {
  printf '%s\n' "$1" >>"$log"
  if [[ $1 =~ $progress ]]; then
    step="${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"
    # Of a module, not of each of its files.
    if [[ ${BASH_REMATCH[3]} =~ $verbs ]]; then work_at_hand="${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"; fi
    show
  elif [[ $1 =~ (Test|Suite)\ .*\ passed\ after ]]; then
    [[ $1 != *'Test run with '* ]] || return 0
    [[ $1 != *Suite\ * ]] || return 0
    passed=$((passed + 1))
    [ -z "$is_terminal" ] || show
  elif [[ $1 =~ Test\ .*\ failed\ after ]] && [[ $1 != *'Test run with '* ]]; then
    failed=$((failed + 1))
    [ -z "$is_terminal" ] || show
  elif [[ $1 =~ ^(Fetching|Fetched|Updating|Cloning|Creating working copy|Computing version)  ]]; then
    work_at_hand=${BASH_REMATCH[1]}${1#"${BASH_REMATCH[1]}"}
    show
  fi
}

# Older shells cannot tell the end of the output from a second without any.
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
    # Whoever else holds the output open is not waited for.
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
  grep -Ev "$progress|$fine" "$log" >&2 || true
  echo "$label: failed after $SECONDS s" >&2
else
  grep -E 'Test run with .* passed' "$log" >&2 || true
  [ -z "$said" ] || echo "$label: done, $SECONDS s" >&2
fi
exit $status
