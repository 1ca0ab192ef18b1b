#!/usr/bin/env bash
# Builds a program as one file that can be copied anywhere, and prints where it is.
#
#   Scripts/build-program.sh tui-demo|muster
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

program=$1
# Beside what tests are built of, so that both can be built at the same time.
options=(--scratch-path .build/programs -c release --product "$program")
# A generic type is asked for with its conformances, which the compiler knows; the start looks for none of them by name.
options+=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
# macOS has Swift's libraries in the system; elsewhere they go into the executable. The toolchain's own
# linker is faster, and does not warn of functions that Swift's libraries, not we, call. The rest is for the
# start: a program that stays at its place in memory, in few segments, without code nobody calls and without names that
# only other programs would ask for, has a quarter fewer page faults before its first frame.
[ "$(uname -s)" = Darwin ] || options+=(
  --static-swift-stdlib -Xswiftc -use-ld=lld
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --no-export-dynamic
  -Xlinker --gc-sections -Xlinker --icf=safe -Xlinker --no-rosegment -Xlinker -z -Xlinker norelro
  -Xswiftc -Xclang-linker -Xswiftc -no-pie
)

# Archives of what else is linked, where they are installed: fewer libraries to load at the start. In a folder of their
# own, or the linker takes the shared libraries beside them; in one for all programs, as another option is another build.
if [ "$(uname -s)" = Linux ] && compiler=$(command -v cc || command -v clang); then
  archives=(libncursesw libtinfo)
  # Not where a shared library brings another copy of it: muster's reader of JSON does.
  [ "$program" = muster ] || archives+=(libstdc++)
  folder=$PWD/.build/archives
  rm -rf "$folder"
  mkdir -p "$folder"
  for name in "${archives[@]}"; do
    archive=$("$compiler" -print-file-name="$name.a")
    [ ! -e "$archive" ] || ln -s "$(realpath "$archive")" "$folder/"
  done
  options+=(-Xlinker "-L$folder")
fi

swift build "${options[@]}" </dev/null >&2
echo "$(swift build "${options[@]}" --show-bin-path)/$program"
