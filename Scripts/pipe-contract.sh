#!/usr/bin/env bash
# Checks muster's guarantees for pipes, with the commands of this machine. Installs those that are missing.
#
#   Scripts/pipe-contract.sh MUSTER
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/packages.sh"

muster=$(realpath "${1:?which muster?}")
"$muster" --version >/dev/null
# The options of the user are not part of the contract.
unset MUSTER_OPTS
export LC_ALL=C.UTF-8

missing=()
if [ "$(uname -s)" = Linux ]; then
  command -v ps >/dev/null || missing+=(procps)
  command -v ss >/dev/null || missing+=(iproute2)
  command -v lsblk >/dev/null || missing+=(util-linux)
  command -v mount >/dev/null || missing+=(mount)
  command -v find >/dev/null || missing+=(findutils)
fi
command -v git >/dev/null || missing+=(git)
command -v python3 >/dev/null || missing+=(python3)
[ ${#missing[@]} -eq 0 ] || install "${missing[@]}"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
git init -q -b main list
git -C list -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m "first: a, \"b\""
git -C list branch other

passed=0
failed=0
check() {
  local title=$1
  shift
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$title: $*" >&2
  fi
}

# Succeeds if a command line ends with a status.
ends() {
  local status=0
  "${@:2}" >"$work/ends.out" 2>"$work/ends.err" </dev/null || status=$?
  [ "$status" -eq "$1" ] || { echo "status $status, not $1" >&2; return 1; }
}

# Compares the cells, read by Python from CSV, with those from JSON, whose numbers are read as they are
# written.
same_cells() {
  "$muster" -o csv "$1" >"$work/cells.csv" && "$muster" -o json "$1" >"$work/cells.json" || return
  python3 - "$work/cells.csv" "$work/cells.json" <<'PYTHON'
import csv, json, sys
csv.field_size_limit(1 << 30)
rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8", errors="replace")))
objects = [json.loads(line, parse_int=str, parse_float=str) for line in open(sys.argv[2], encoding="utf-8")]
assert len(rows) - len(objects) in (0, 1), (len(rows), len(objects))
if len(rows) > len(objects): rows.pop(0)
# A value that is not a string in JSON has the same form in CSV.
read = lambda cell, value: cell if isinstance(value, str) else json.loads(cell, parse_int=str, parse_float=str)
for row, object in zip(rows, objects):
    values = list(object.values())
    assert len(row) == len(values) and [read(*pair) for pair in zip(row, values)] == values, (row, object)
PYTHON
}

# A command's rows are the same from a pipe, from a file and from the command itself.
contract() {
  local name=$1
  shift
  if ! command -v "$1" >/dev/null; then
    echo "$name: not on this machine" >&2
    return
  fi
  "$@" >"$work/$name" 2>/dev/null || true
  [ -s "$work/$name" ] || return 0
  check "$name, raw from a file" cmp -s <("$muster" -p -o raw "$work/$name") "$work/$name"
  check "$name, raw from a pipe" cmp -s <("$muster" -o raw <"$work/$name") "$work/$name"
  check "$name, raw from a command" cmp -s <("$muster" -o raw -- cat "$work/$name") "$work/$name"
  check "$name, CSV and JSON" same_cells "$work/$name"
  check "$name, nothing changed" ends 0 "$muster" "$work/$name" "$work/$name"
  check "$name, nothing matches" ends 1 "$muster" -q "no row has this, surely" "$work/$name"
  # Printable bytes, tabs and line ends only.
  check "$name, harmless" test -z "$("$muster" "$work/$name" | LC_ALL=C tr -d '\t\n\40-\176\200-\377')"
  # Sorting keeps all rows.
  check "$name, sorted" cmp -s <("$muster" -o json -s -1 "$work/$name" | sort) <("$muster" -o json "$work/$name" | sort)
}

contract ps ps aux
contract ps-ef ps -ef
contract ss ss -tan
contract df df -h
contract ls ls -l /etc
contract git-log git -C list log --oneline
contract git-branch git -C list branch -v
contract git-status git -C list status --short
contract dpkg dpkg -l
contract find find /etc -maxdepth 1 -ls
contract lsblk lsblk
contract mount mount
contract lsblk-json lsblk -J
contract environment env

# Columns, queries, exit codes and streams.
check "ps by name" test "$("$muster" -c PID -q "$$" -o csv -- ps -p $$ | tail -n 1)" = $$
check "a command that is not found" ends 2 "$muster" -- no-such-command
check "its word" grep -qx 'muster: no-such-command: No such file or directory' "$work/ends.err"
check "a command that fails" ends 3 "$muster" -- ls /no/such
check "what it says" grep -q 'No such file' "$work/ends.err"
check "a wrong option" ends 64 "$muster" --no-such-option
# shellcheck disable=SC2016
check "a full disk" ends 2 sh -c 'exec "$0" /etc/passwd >/dev/full' "$muster"
# shellcheck disable=SC2016
check "a closed output" ends 2 sh -c 'exec "$0" /etc/passwd >&-' "$muster"
printf 'id,n\n1,a\n2,b\n3,c\n4,d\n' >old
printf 'id,n\n4,d\n1,x\n3,c\n5,e\n' >new
check "changes" cmp -s <("$muster" old new || true) <(printf '^\t4,d\n~\t1,a → x\n-\t2,b\n+\t5,e\n')
check "as diff ends" ends 1 "$muster" old new
check "a stream updates" cmp -s <(printf 'k,v\na,1\nb,2\na,3\n' | "$muster" -u -k k) <(printf 'k,v\na,3\nb,2\n')
check "until" ends 0 "$muster" --until 'b,2' -n 0.1 -- sh -c "echo b,2"
check "a million lines sorted" cmp -s <(seq 1000000 -1 1 | "$muster" -s 1 | tail -n 3) <(printf '%s\n' 999998 999999 1000000)
check "who reads no more" test "$(yes | "$muster" -F 2>&1 | head -n 1)" = y

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
