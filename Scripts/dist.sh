#!/usr/bin/env bash
# Packs muster and tui-demo for machines without Swift, into dist/:
#
#   listkit-VERSION-linux-ARCH.tar.gz       programs, man pages, completions, licences; runs where it is unpacked
#   listkit_VERSION_ARCH.deb                the same for dpkg -i
#   listkit-VERSION-linux-ARCH.spdx.json    the components that are linked in or included
#   SHA256SUMS                              checksums of these
#
#   Scripts/dist.sh           builds, packs and checks
#   Scripts/dist.sh --check   checks what is in dist/
#
# A release is made with the versions of Packaging/dependencies.json: a copy of Package.resolved, which is not
# kept, because users of the libraries choose their own versions. BIN is a directory with programs that are already
# built with these versions.
#
# The same sources and toolchain give the same bytes: file times are those of the last commit. On arm64 it
# packs for arm64.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source-path=SCRIPTDIR
source Scripts/packages.sh

[ "$(uname -s)" = Linux ] || fail "packs for Linux only; on macOS use make install"
version=$(sed -nE 's/.*static let text = "([^ ]+) .*/\1/p' Sources/ProgramOptions/ProgramVersion.swift)
[ -n "$version" ] || fail "no version in Sources/ProgramOptions/ProgramVersion.swift"
machine=$(uname -m)
architecture=$(dpkg --print-architecture)
name=listkit-$version-linux-$machine
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
programs=(muster tui-demo)

check() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  (cd dist && sha256sum --quiet -c SHA256SUMS)
  tar -xzf "dist/$name.tar.gz" -C "$work"
  local program
  for program in "${programs[@]}"; do
    Scripts/check-program.sh "$work/$name/bin/$program"
    [[ "$("$work/$name/bin/$program" --version)" == "$version (optimised build)" ]] || fail "$program: wrong version"
    [[ "$(head -n 1 "$work/$name/share/man/man1/$program.1")" == *" $version\" "* ]] || fail "$program: no man page of the version"
  done
  [ "$("$work/$name/bin/muster" -p -o csv -f json <<<'[{"a":1}]')" = $'a\n1' ] || fail "muster reads no JSON"
  dpkg-deb --info "dist/listkit_${version}_$architecture.deb" >/dev/null
  python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "dist/$name.spdx.json"
  echo "dist/ is complete: $(cd dist && echo *)" >&2
}

if [ "${1:-}" = --check ]; then
  check
  exit
fi

rm -rf dist .build/dist
mkdir -p dist .build/dist
built=${BIN:-}
# The versions of a release, and their licences.
cp Packaging/dependencies.json Package.resolved
swift package --scratch-path .build/programs resolve >&2
if [ -z "$built" ]; then
  Scripts/bootstrap.sh install
  built=.build/dist/built
  mkdir "$built"
  for program in "${programs[@]}"; do cp "$(Scripts/build-program.sh "$program")" "$built/"; done
fi

# The directory tree of both packages.
tree=.build/dist/$name
PREFIX=$tree BIN=$built Scripts/install.sh
mkdir -p "$tree/lib/listkit" "$tree/share/doc/listkit"
simdjson=$(ldd "$built/muster" | sed -nE 's/.*=> (\S*libsimdjson\S*) .*/\1/p')
[ -n "$simdjson" ] || fail "muster is not linked with libsimdjson"
cp -L "$simdjson" "$tree/lib/listkit/"
cp LICENSE README.md CHANGELOG.md "$tree/share/doc/listkit/"
Packaging/notices.py "$version" "$simdjson" notices >"$tree/share/doc/listkit/NOTICES"
Packaging/notices.py "$version" "$simdjson" spdx >"dist/$name.spdx.json"
find "$tree" -type d -exec chmod 755 {} +
find "$tree" -type f ! -path '*/bin/*' -exec chmod 644 {} +
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

pack() {
  tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C .build/dist -cf - "$name" | gzip -9n
}
pack >"dist/$name.tar.gz"

package=.build/dist/deb
mkdir -p "$package/usr" "$package/DEBIAN"
cp -a "$tree/." "$package/usr/"
# Loaders read relocations in bits from glibc 2.36 on.
glibc=$(readelf -VW "$built/muster" "$built/tui-demo" | sed 's/GLIBC_ABI_DT_RELR/GLIBC_2.36/' | grep -oE 'GLIBC_2\.[0-9]+' \
  | sort -Vu | tail -n 1)
sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@GLIBC@/${glibc#GLIBC_}/" \
  -e "s/@SIZE@/$(du -sk --apparent-size "$package/usr" | cut -f1)/" Packaging/control.in >"$package/DEBIAN/control"
find "$package" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group -Zxz --build "$package" "dist/listkit_${version}_$architecture.deb" >/dev/null
(cd dist && sha256sum -- *.tar.gz *.deb *.spdx.json >SHA256SUMS)
check
echo "The programs need glibc ${glibc#GLIBC_} or newer; CONTRIBUTING.md says how to build one for any Linux, with musl." >&2
