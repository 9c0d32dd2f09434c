#!/usr/bin/env bash
# Makes the base of the image without a registry, from the files of this machine:
#   base.sh DIRECTORY JAVA ROCKSDB
# - /opt/java/openjdk: a runtime linked from the JDK of the program java
# - the libraries of the C runtime that the JVM and RocksDB need, and a shell
set -euo pipefail
base=$1 jdk=$(dirname "$2") rocksdb=$3

# java.se has what libraries use. The others: direct buffers and signals, vectors, flight recordings,
# metrics of the JVM, names in DNS, file systems of archives, and jcmd.
modules=java.se,jdk.unsupported,jdk.incubator.vector,jdk.jfr,jdk.management,jdk.management.agent
modules=$modules,jdk.naming.dns,jdk.net,jdk.zipfs,jdk.charsets,jdk.httpserver,jdk.jcmd

rm -rf "$base"
mkdir -p "$base/bin" "$base/etc" "$base/opt/java"
"$jdk/jlink" --add-modules "$modules" --strip-debug --no-man-pages --no-header-files \
  --output "$base/opt/java/openjdk"
# the image has no links
cp -RL "$base/opt/java/openjdk/legal" "$base/legal"
rm -r "$base/opt/java/openjdk/legal"
mv "$base/legal" "$base/opt/java/openjdk/legal"

native=$(mktemp -d)
trap 'rm -rf "$native"' EXIT
case $(uname -m) in
  aarch64) library=librocksdbjni-linux-aarch64.so ;;
  *) library=librocksdbjni-linux64.so ;;
esac
(cd "$native" && "$jdk/jar" xf "$rocksdb" "$library")
cp -L /bin/sh "$base/bin/sh"

# Each library at the path at which the loader looks for it. Nothing draws on a screen or plays sounds.
find "$base/opt" "$base/bin" "$native" -type f \( -name '*.so*' -o -perm -u+x \) \
  ! -name 'libawt_xawt.so' ! -name 'libjawt.so' ! -name 'libsplashscreen.so' ! -name 'libjsound.so' -print0 |
  xargs -0 ldd 2>/dev/null | grep -o '/[^ ]*\.so[^ :]* ' | grep -v -e "^$base" -e "^$native" | sort -u |
  while read -r needed; do
    mkdir -p "$base$(dirname "$needed")"
    cp -L "$needed" "$base$needed"
  done

echo 'goku:x:10001:10001::/tmp:/bin/sh' >"$base/etc/passwd"
echo 'goku:x:10001:' >"$base/etc/group"
echo 'hosts: files dns' >"$base/etc/nsswitch.conf"
