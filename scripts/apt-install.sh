#!/bin/sh
# Usage: apt-install.sh PACKAGE...
# Installs Debian packages, as root or through sudo. Says what to do by hand where that is impossible.
set -eu

give_up() {
	echo "apt-install: cannot install $packages: $1" >&2
	exit 1
}

packages="$*"
command -v apt-get >/dev/null || give_up "no apt-get on this machine; install what corresponds to it"
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null || give_up "not root, and no sudo; run as root: apt-get install $packages"
	as_root=sudo
fi

install() {
	# apt talks on stdout, which belongs to the caller's result.
	$as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" >&2
}

echo "apt-install: installing $packages" >&2
# The package lists of a fresh machine are empty or old: fetch them and try again.
install "$@" || { $as_root apt-get update >&2 && install "$@"; } || give_up "apt-get failed"
