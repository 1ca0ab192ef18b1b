#!/usr/bin/env bash
# Builds the programs as users get them, optimised, shows every screen of the demo once, and checks muster's
# pipe contract: tests of a debug build do not find errors that only an optimised build has.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

demo=$(Scripts/build-program.sh tui-demo)
passed=0
failed=0
# The gallery prints one demo per line; the last field is the command.
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

# Checks muster's guarantees for pipes, with the commands of this machine.
Scripts/pipe-contract.sh "$(Scripts/build-program.sh muster)"

# Installed, the program provides its version, man page and completions; removed, it leaves no files.
prefix=$(mktemp -d)
trap 'rm -rf "$prefix" "$prefix.log"' EXIT
PREFIX=$prefix Scripts/install.sh 2>"$prefix.log" || { cat "$prefix.log" >&2; exit 1; }
if [ "$(uname -s)" = Linux ]; then
  # As in the package: with the library that not every system has.
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
