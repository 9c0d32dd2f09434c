#!/bin/sh
# Runs a command as a container runtime does with the security context of the chart: as user 10001, on
# a read-only root file system, with a writable /tmp and one volume. The environment is the caller's.
#   unshare --mount --pid --fork sh container.sh ROOT VOLUME COMMAND...
set -e
root=$1 volume=$2
shift 2
mount --bind "$root" "$root"
mount --bind "$volume" "$root/data"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -o remount,ro,bind "$root"
exec /usr/sbin/chroot --userspec=10001:10001 "$root" "$@"
