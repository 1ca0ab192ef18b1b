#!/usr/bin/env bash
# Measures the memory of muster while more input arrives than the memory can hold, and prints a table: the bound,
# which is half of the memory that muster may use, the peak, their ratio, and the status line. Fails if a ratio is
# above 1.1. Takes about two minutes.
#
#   Scripts/floods.sh [MUSTER]        a program; default: the debug build of this package
#   MEMORY=256 Scripts/floods.sh      the memory in MiB; default: 1024
#   ONLY=keys Scripts/floods.sh       the floods whose name contains a word
#
# muster runs in a memory control group of that size. Where none can be made, its data segment is limited instead,
# and the peak is that of its resident memory.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

muster=${1:-.build/debug/muster}
memory=$((${MEMORY:-1024} << 20))
[ -x "$muster" ] || { echo "floods.sh: no program '$muster'; Scripts/muster.sh --version builds it" >&2; exit 1; }
work=$(mktemp -d)
group=''
trap 'rm -rf "$work"; if [ -n "$group" ]; then rmdir "$group"; fi' EXIT

# Makes a control group inside that of this shell: version 2 needs the controller in it, version 1 a folder.
make_group() {
  local path
  path=$(sed -n 's/^0:://p' /proc/self/cgroup)
  group=/sys/fs/cgroup$path/floods.$$ limit=memory.max peak=memory.peak
  if mkdir "$group" 2>/dev/null; then
    [ -w "$group/$limit" ] && [ -r "$group/$peak" ] && return
    rmdir "$group"
  fi
  path=$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)
  group=/sys/fs/cgroup/memory$path/floods.$$ limit=memory.limit_in_bytes peak=memory.max_usage_in_bytes
  [ -n "$path" ] && mkdir "$group" 2>/dev/null && return
  group=''
}

# The waits of a script: so many tenths of a second.
waits() { printf 'wait %.0s' $(seq "$(($1 * 10))"); }

# Plays muster for some seconds, with the given arguments, in the group; writes the peak to a file.
play() {
  local seconds=$1
  shift
  set -- "$muster" --size 160x24 --dump-screen --script "$(waits "$seconds")" "$@"
  if [ -n "$group" ]; then
    bash -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@" >"$work/screen" 2>"$work/error" || true
  else
    # shellcheck disable=SC2016  # The words are those of the inner shell.
    bash -c 'ulimit -d "$0" && exec "$@"' "$((memory >> 10))" python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[2:])
open(sys.argv[1], "w").write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024))
' "$work/peak" "$@" >"$work/screen" 2>"$work/error" || true
  fi
}

worst=0
# flood NAME COMMAND: prints a line of the table.
flood() {
  local name=$1 bytes ratio
  [[ $name == *"${ONLY:-}"* ]] || return 0
  shift
  make_group
  if [ -n "$group" ]; then echo "$memory" >"$group/$limit"; fi
  "$@"
  if [ -n "$group" ]; then
    bytes=$(cat "$group/$peak")
    rmdir "$group"
    group=''
  else
    bytes=$(cat "$work/peak")
  fi
  ratio=$((bytes * 200 / memory))
  ((ratio > worst)) && worst=$ratio
  printf '| %s | %d | %d | %d.%02d | %s |\n' "$name" $((memory >> 21)) $((bytes >> 20)) $((ratio / 100)) \
    $((ratio % 100)) "$(cat "$work/error" "$work/screen" | grep -v '^ *$' | tail -n 1 | sed 's/  *$//')"
}

keys() { awk 'BEGIN { for (;;) { i = (i + 7919) % 10000; print "key" i, n++, "a value of the key that changes" } }'; }
log() { awk 'BEGIN { for (;;) print "2026-11-22 22:04:12." n++ % 1000, "host app[" n "]: a line of a log, number", n }'; }
export -f keys log

yes_updating() { yes | play 15 -u; }
keys_updating() { keys | play 15 -u; }
new_keys() { log | play 20 -u -k line; }
log_lines() { log | play 25; }
short_lines() { yes | play 25; }
log_followed() { play 25 -F -- bash -c log; }
# Each run has another first line, so that no run is equal to the one before.
gigabyte() {
  (log | head -c 100000000 >"$work/part") 2>/dev/null
  play 30 -n 1 -- bash -c 'date +%N; for _ in $(seq 10); do cat "$0"; done' "$work/part"
}
endless() { play 15 -n 1 -- yes; }

echo '| flood | bound, MiB | peak, MiB | ratio | status |'
echo '| --- | ---: | ---: | ---: | --- |'
# The writers of the pipes end by a signal.
set +o pipefail
flood 'yes, -u' yes_updating
flood '10,000 keys, -u' keys_updating
flood 'new keys only, -u' new_keys
flood 'log lines, a pipe' log_lines
flood 'yes, a pipe' short_lines
flood 'log lines, -F of a command' log_followed
flood 'a command that prints 1 GB' gigabyte
flood 'a command that prints without end' endless
if ((worst > 110)); then
  echo 'floods.sh: more than 1.1 of the bound' >&2
  exit 1
fi
