#!/usr/bin/env bash
# Runs `make test` in an empty Debian 12 with only what https://swift.org/install asks for: debootstrap's smallest
# root, this machine's toolchain, and a clone of the last commit. What the tests need besides, `make test` installs.
#
#   Scripts/empty-root.sh [OPTION OF swift test…]
#
# If this machine cannot make the root, it prints the reason and ends with exit code 0. The root takes 4 GB below
# TMPDIR and is removed afterwards.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

skip() {
  echo "empty-root.sh: skipped: $*" >&2
  exit 0
}

# From the page of Swift for Debian 12.
swift_needs=(
  binutils-gold gcc git libcurl4-openssl-dev libedit-dev libicu-dev libncurses-dev libpython3-dev libsqlite3-dev
  libstdc++-12-dev libxml2-dev pkg-config tzdata uuid-dev
)

[ "$(uname -s)" = Linux ] || skip "it needs Linux"
[ "$(id -u)" -eq 0 ] || skip "it needs root"
command -v debootstrap >/dev/null || skip "it needs debootstrap"
unshare -m -p -f true 2>/dev/null || skip "this machine allows no new namespaces"
toolchain=$(swift -print-target-info | sed -n 's|.*"runtimeResourcePath": "\(.*\)/usr/lib/swift".*|\1|p')
[ -n "$toolchain" ] || skip "Swift is installed in /usr and not in a folder of its own"

root=$(mktemp -d "${TMPDIR:-/tmp}/listkit-root.XXXXXX")
trap 'rm -rf --one-file-system "$root"' EXIT
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -m 1 '/debian/$') || true
echo "== Makes an empty Debian 12"
debootstrap --variant=minbase bookworm "$root" "${mirror:-http://deb.debian.org/debian/}" >"$root.log" 2>&1 || {
  reason=$(tail -n 1 "$root.log")
  rm -f "$root.log"
  skip "debootstrap: $reason"
}
rm -f "$root.log"
git clone -q --no-hardlinks . "$root/root/listkit"

# Where git reads a host from a folder of this machine, it does so in the root, too.
folders=("$toolchain")
while read -r name value; do
  git config --file "$root/etc/gitconfig" --add "$name" "$value"
  folder=${name#url.}
  folder=${folder%.insteadof}
  [[ $folder != /* || ! -d $folder ]] || folders+=("${folder%/}")
done < <(git config --get-regexp '^url\..*\.insteadof$')

# The first process of the namespace collects orphans and ends them with itself.
# shellcheck disable=SC2016  # The inner shell expands it.
unshare -m -p -f --kill-child --propagation private bash -euc '
  root=$0 needs=$1 arguments=$2
  shift 2
  for folder in $(printf "%s\n" "$@" | sort -u); do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    mount -o remount,bind,ro "$root$folder"
  done
  mount -t proc proc "$root/proc"
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in full null random tty urandom zero; do
    : >"$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for file in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/${file#*:}" "$root/dev/${file%:*}"; done
  variables=(HOME=/root "PATH=$1/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin")
  for name in http_proxy https_proxy no_proxy; do [ -z "${!name:-}" ] || variables+=("$name=${!name}"); done
  in_root() { chroot "$root" env -i "${variables[@]}" "$@" </dev/null; }
  echo "== Installs what Swift needs"
  in_root DEBIAN_FRONTEND=noninteractive bash -ec "apt-get -qq update; apt-get -qq install -y --no-install-recommends $needs" \
    >"$root/apt.log" 2>&1 || { cat "$root/apt.log"; exit 1; }
  in_root make -C /root/listkit test ARGS="$arguments"
  exit
' "$root" "ca-certificates make ${swift_needs[*]}" "$*" "${folders[@]}"
