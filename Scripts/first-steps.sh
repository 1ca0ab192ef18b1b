#!/usr/bin/env bash
# Follows the article of the first steps in an empty folder, with the code in the article: creates a package,
# builds it without a warning, and shows its list on a pseudo-terminal; then adds the screen with its test and
# the options. Prints the time up to the list.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh

article=$PWD/Sources/ListKit/ListKit.docc/First-Steps.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$PWD" "$work/ListKit"
mkdir "$work/MyList"
cd "$work/MyList"

# Compiles a file in another mode of the language, without a warning.
compiles() {
  local bin
  bin=$(swift build --show-bin-path)
  quietly swiftc -typecheck "$@" -I "$bin/Modules" -I "$bin/CTerminal.build" -I ../ListKit/Sources/CNcurses
}

# Prints the Swift block with the given first line. A test of the documents trusts that this script builds it.
block() {
  awk -v start="$1" '
    $0 == "```swift" { isCode = 1; isFirst = 1; next }
    /^```/ { isCode = 0; isWanted = 0 }
    isCode && isFirst { isWanted = $0 == start; isFirst = 0 }
    isWanted' "$article"
}

# Runs a build or a test, which must have no warning.
quietly() {
  "$@" >build.log 2>&1 || { cat build.log >&2 && fail "the first steps: $* failed"; }
  ! grep -n "warning:" build.log >&2 || fail "the first steps: $* warns"
}

began=$SECONDS
swift package init --type executable >/dev/null
mv Sources/MyList/MyList.swift Sources/MyList/main.swift
block "// swift-tools-version: 6.2" >Package.swift
block "import ListKit" >Sources/MyList/main.swift
quietly swift build
fetched=$(find .build/checkouts -mindepth 1 -maxdepth 1 2>/dev/null)
[ -z "$fetched" ] || fail "the first steps fetch packages: $fetched"
python3 - "$(swift build --show-bin-path)/MyList" <<'PYTHON'
import os, pty, select, sys, time

child, terminal = pty.fork()
if child == 0:
    os.environ["TERM"] = "xterm-256color"
    os.execv(sys.argv[1], sys.argv[1:])
shown = b""
# The list must show both changes of the second snapshot.
while b"Makalu" not in shown:
    if not select.select([terminal], [], [], 60)[0]:
        sys.exit("first-steps.sh: the list is not shown: " + repr(shown[-200:]))
    shown += os.read(terminal, 65536)
os.write(terminal, b"q")
while os.waitpid(child, os.WNOHANG) == (0, 0):
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            os.read(terminal, 65536)
        except OSError:
            pass
PYTHON
ended=$SECONDS

# The list in the modes of the language; main.swift in the Swift 5 mode as the article says.
block "// Sources/MyList/MyList.swift" >MyList.swift
for mode in 5 "5 -default-isolation MainActor" "5 -strict-concurrency=complete" 6 "6 -default-isolation MainActor"; do
  # shellcheck disable=SC2086  # Several words.
  compiles -swift-version $mode -parse-as-library MyList.swift
done
compiles -swift-version 5 -enable-experimental-feature StrictConcurrency Sources/MyList/main.swift
compiles -swift-version 6 Sources/MyList/main.swift

block "// Sources/MyList/LinesController.swift" >Sources/MyList/LinesController.swift
block "// Tests/MyListTests/MyListTests.swift" >Tests/MyListTests/MyListTests.swift
quietly swift test
block "// Sources/MyList/main.swift" >Sources/MyList/main.swift
sed -i.bak 's/^\( *\)\(.product(name: "ListKit", .*\)/\1.product(name: "ListKitOptions", package: "ListKit"), \2/' Package.swift
quietly swift build
"$(swift build --show-bin-path)/MyList" --dump-screen read write </dev/null >screen.txt 2>&1 || true
grep -q write screen.txt || { cat screen.txt >&2 && fail "the first steps: the options are not understood"; }

# The same with an index path of ListKit's own.
sed -i.bak 's|^\( *\)dependencies: \[.package(path: "../ListKit")\]|\1dependencies: [.package(path: "../ListKit", traits: ["OwnIndexPath"])]|' Package.swift
grep -q OwnIndexPath Package.swift || fail "the first steps: the manifest has another form"
quietly swift build

echo "From an empty folder to the list: $((ended - began)) s, no package fetched" >&2
