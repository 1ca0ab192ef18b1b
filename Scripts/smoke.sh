#!/usr/bin/env bash
# Builds the programs as users get them, optimised, looks once at every screen of the demo, and holds muster to its pipe
# contract: what only an optimised build does wrong, no test of a debug build sees.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

demo=$(Scripts/build-program.sh tui-demo)
passed=0
failed=0
# The gallery prints a demo a line; its last field is the command.
while IFS=$'\t' read -r title _ command; do
  read -ra arguments <<<"${command#* }"
  [[ $command == tui-demo\ * ]] || continue
  if picture=$("$demo" "${arguments[@]}" --motion none --dump-screen --script "down wait down up F1 esc") && [ -n "$picture" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$title: '$command' shows nothing" >&2
  fi
done < <("$demo" gallery)
echo "$passed screens shown, $failed not"

# What muster promises on a pipe, with the commands of this machine.
Scripts/pipe-contract.sh "$(Scripts/build-program.sh muster)"

# Installed, it says what it is, also to man and to shells; removed, it leaves nothing.
prefix=$(mktemp -d)
trap 'rm -rf "$prefix" "$prefix.log"' EXIT
PREFIX=$prefix Scripts/install.sh 2>"$prefix.log" || { cat "$prefix.log" >&2; exit 1; }
if [ "$(uname -s)" = Linux ]; then
  # As it is packed: with the library that not every system has.
  mkdir -p "$prefix/lib/listkit"
  ldd "$prefix/bin/muster" | sed -nE 's/.*=> (\S*libsimdjson\S*) .*/\1/p' | xargs -I{} cp -L {} "$prefix/lib/listkit/"
  Scripts/check-program.sh "$prefix/bin/tui-demo" "$prefix/bin/muster"
  rm -r "$prefix/lib/listkit"
fi
[[ "$("$prefix/bin/tui-demo" --version)" == *"(optimised build)" ]]
grep -q '^\.SS mountains' "$prefix/share/man/man1/tui-demo.1"
[ "$("$prefix/bin/muster" -p -o tsv -s count <<<$'name,count\nb,1\na,0')" = $'name\tcount\na\t0\nb\t1' ]
for name in tui-demo muster; do
  [ -s "$prefix/share/man/man1/$name.1" ]
  for file in bash-completion/completions/$name zsh/site-functions/_$name fish/vendor_completions.d/$name.fish; do
    grep -q "$name" "$prefix/share/$file"
  done
done
PREFIX=$prefix Scripts/install.sh --uninstall
left=$(find "$prefix" -type f)
[ -z "$left" ] || { echo "uninstalling left $left" >&2; exit 1; }
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
