#!/usr/bin/env bash
# Builds a program as one file that can be copied anywhere, and prints its path.
#
#   Scripts/build-program.sh [--quick] [--debug-info] tui-demo|muster
#
# --quick optimises only the code that processes all rows of a list: such a build takes a third of the time,
# and --version reports it. --debug-info is for a debugger or a profiler that shows lines. The words of
# SWIFT_BUILD_OPTIONS are additional options of swift build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

quick='' debug_info=none
while [[ ${1:-} == --* ]]; do
  case $1 in
    --quick) quick=yes ;;
    --debug-info) debug_info=dwarf ;;
    *) echo "build-program.sh: unknown option '$1'; known are --quick, --debug-info" >&2 && exit 2 ;;
  esac
  shift
done
program=$1

# In another folder than the build of the tests, so that both can be built at the same time.
folder=.build/programs
[ -z "$quick" ] || folder=.build/quick
read -ra given <<<"${SWIFT_BUILD_OPTIONS:-}"
# A script that runs tests, too, asks for assertions.
unset LISTKIT_BUILD
options=(-c release --product "$program" -debug-info-format "$debug_info" "${given[@]+"${given[@]}"}")
is_linux=$([ "$(uname -s)" != Linux ] || echo yes)

# The toolchain's own linker takes two thirds of the time of the system's, and does not warn about functions
# that Swift's libraries call.
[ -z "$is_linux" ] || options+=(-Xswiftc -use-ld=lld)

if [ -n "$quick" ]; then
  # Package.swift turns the optimiser on again for the code that processes all rows. The interface of a module
  # is emitted by its one compilation, not by another one: that saves a fifth of the time.
  export LISTKIT_BUILD=quick
  options+=(-Xswiftc -Onone -Xswiftc -no-emit-module-separately-wmo)
else
  # Metadata of a generic type is requested with its conformances, which the compiler knows, so that none of
  # them is looked up by name: that saves 5 of 32 million instructions of a start.
  options+=(-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
fi
if [ -z "$quick" ] && [ -n "$is_linux" ]; then
  # On macOS, Swift's libraries are part of the system; elsewhere they go into the executable.
  options+=(--static-swift-stdlib)
  # Symbols that only other programs would use are left out: 0.5 MB of 20.
  options+=(-Xlinker --no-export-dynamic)

  # The place of libraries that packages include; see Scripts/dist.sh.
  # shellcheck disable=SC2016
  options+=(-Xlinker '-rpath=$ORIGIN/../lib/listkit')

  # The result has the same bytes in any folder.
  options+=(-Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xcc "-ffile-prefix-map=$PWD=.")

  # Static versions of the other libraries, if they are installed: fewer libraries to load at the start. They
  # are in a separate folder, because otherwise the linker takes the shared libraries beside them; and in one
  # folder for all programs, because another option means another build.
  if compiler=$(command -v cc || command -v clang); then
    archives=(libncursesw libtinfo)
    # Not if a shared library loads a second copy of it: muster's JSON library does.
    [ "$program" = muster ] || archives+=(libstdc++)
    rm -rf .build/archives
    mkdir -p .build/archives
    for name in "${archives[@]}"; do
      archive=$("$compiler" -print-file-name="$name.a")
      [ ! -e "$archive" ] || ln -s "$(realpath "$archive")" .build/archives/
    done
    options+=(-Xlinker "-L$PWD/.build/archives")
  fi

  # The programs use only index paths and the JSON encoder of FoundationEssentials: these alone, under its
  # name, save 5.4 MB of 23 and an eighth of a start.
  essentials=$PWD/.build/essentials
  rm -rf "$essentials"
  mkdir -p "$essentials"
  swiftc -O -wmo -parse-as-library -swift-version 6 -static -emit-library -emit-module -gnone \
    -module-name FoundationEssentials -file-prefix-map "$PWD=." -Xfrontend -function-sections \
    -o "$essentials/libFoundationEssentials.a" -emit-module-path "$essentials/FoundationEssentials.swiftmodule" \
    Packaging/FoundationEssentials/*.swift
  options+=(-Xswiftc "-I$essentials" -Xlinker "$essentials/libFoundationEssentials.a")
  # The linker removes and merges single functions, not only entire object files, and encodes relocations as
  # bits: 1.5 MB.
  options+=(-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs)
fi

# The command that counts the modules of the planned link.
modules="grep -B 1 'outputs: \\[.*/release/$program\"\\]' $folder/release.yaml | grep -o '[^/\"]*\\.build/' | sort -u | wc -l | tr -d ' '"
Scripts/progress.sh --modules "$modules" "Building $program" swift build --scratch-path "$folder" "${options[@]}"
echo "$PWD/$folder/release/$program"
