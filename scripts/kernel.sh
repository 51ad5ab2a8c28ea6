#!/bin/sh
# Usage: kernel.sh VERSION
# Makes sure that the parts of Debian's linux-source-VERSION that capcheck and its tests read are unpacked below
# ${XDG_CACHE_HOME:-~/.cache}/capcheck, and prints the root of that tree. CAPCHECK_KERNEL=DIR is used instead, unless
# it is known to be of another version.
#
# May be run at any time and several times at once: a tree appears complete or not at all, and an incomplete one
# (an older list of parts) is filled up without touching a file that is there.
set -eu

# The parts, relative to the tree's root. A changed list changes the stamp, and so completes the trees there are.
parts='.clang-format COPYING CREDITS Kbuild MAINTAINERS Makefile README
arch/x86/include drivers/bcma drivers/net drivers/ssb drivers/staging include lib net scripts'

say() { echo "kernel: $*" >&2; }
die() {
	say "$*"
	exit 1
}

is_root() { [ -d "$1/include/linux" ] && { [ -f "$1/Kbuild" ] || [ -f "$1/MAINTAINERS" ]; }; }

[ -n "${1:-}" ] || die "usage: kernel.sh VERSION (such as 6.12)"
# version_of prints "6.12" for a 6.12.y tree, and nothing for one that does not say.
version_of() {
	[ ! -f "$1/Makefile" ] || sed -n 's/^VERSION = //p; s/^PATCHLEVEL = /./p' "$1/Makefile" | tr -d '\n'
}

if [ -n "${CAPCHECK_KERNEL:-}" ]; then
	is_root "$CAPCHECK_KERNEL" || die "CAPCHECK_KERNEL=$CAPCHECK_KERNEL is not the root of a kernel tree"
	case $(version_of "$CAPCHECK_KERNEL") in
	"$1" | "")
		echo "$CAPCHECK_KERNEL"
		exit
		;;
	esac
	say "CAPCHECK_KERNEL=$CAPCHECK_KERNEL is not Linux $1, which is needed as well"
fi

name=linux-source-$1
tarball=/usr/src/$name.tar.xz
here=$(cd "$(dirname "$0")" && pwd)
case ${XDG_CACHE_HOME:-} in
/*) cache=$XDG_CACHE_HOME/capcheck ;;
*) cache=${HOME:?neither XDG_CACHE_HOME nor HOME is set}/.cache/capcheck ;;
esac
tree=$cache/$name
stamp=$tree/.capcheck-parts
list=$(echo "$parts" | tr ' ' '\n')

is_complete() { is_root "$tree" && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$list" ]; }

# lock waits until no other kernel.sh works on the cache. mkdir is atomic where flock is not to be had.
lock() {
	if command -v flock >/dev/null; then
		exec 9>"$cache/.lock"
		flock 9
		return
	fi
	tries=0
	until mkdir "$cache/.lockdir" 2>/dev/null; do
		tries=$((tries + 1))
		[ $tries -lt 900 ] || die "another run holds $cache/.lockdir; remove it if there is none"
		sleep 1
	done
	locked=yes
}

# shellcheck disable=SC2317 # called by the trap
clean_up() {
	[ -z "${temp:-}" ] || rm -rf "$temp"
	[ -z "${locked:-}" ] || rmdir "$cache/.lockdir"
}

# unpack fills $temp/tree. tar fails if the archive lacks a part.
unpack() {
	rm -rf "$cache"/.unpack.* # left by a run that was killed: the lock is ours, so nobody works there
	temp=$(mktemp -d "$cache/.unpack.XXXXXX")
	mkdir "$temp/tree"
	echo "$list" | sed "s|^|$name/|" >"$temp/list"
	tar -xJf "$tarball" -C "$temp/tree" --strip-components=1 -T "$temp/list"
}

exists() { [ -e "$1" ] || [ -L "$1" ]; }

# fill moves what the tree lacks out of the unpacked one. Each move is a rename: nobody sees half a file.
fill() {
	(cd "$temp/tree" && find . -mindepth 1) >"$temp/files"
	while IFS= read -r f; do
		# What is gone from the unpacked tree was moved with its directory.
		if exists "$temp/tree/$f" && ! exists "$tree/$f"; then
			mv "$temp/tree/$f" "$tree/$f"
		fi
	done <"$temp/files"
}

if is_complete; then
	echo "$tree"
	exit
fi
mkdir -p "$cache"
trap clean_up EXIT
trap 'exit 1' HUP INT TERM
lock
if ! is_complete; then # still, now that the lock is ours
	[ -f "$tarball" ] || "$here/apt-install.sh" "$name" || die "no $tarball, and no way to get it; CAPCHECK_KERNEL=DIR uses a tree you have"
	command -v xz >/dev/null || "$here/apt-install.sh" xz-utils || die "xz is missing, and there is no way to get it"
	say "unpacking $tarball into $tree (once; some 300 MB)"
	unpack || die "cannot unpack $tarball"
	if [ -e "$tree" ]; then
		fill
		echo "$list" >"$temp/stamp"
		mv "$temp/stamp" "$stamp"
	else
		echo "$list" >"$temp/tree/.capcheck-parts"
		mv "$temp/tree" "$tree"
	fi
fi
echo "$tree"
