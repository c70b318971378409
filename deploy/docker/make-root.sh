#!/bin/sh
# make-root.sh NODE STAGED ROOT: a root directory with the given Node, the libraries it is linked to, and the staged service.
set -eu
node=$1 staged=$2 root=$3

mkdir -p "$root/usr/local/bin" "$root/app" "$root/data" "$root/etc" "$root/tmp"
cp -L "$node" "$root/usr/local/bin/node"
cp -R "$staged/dist" "$staged/package.json" "$staged/LICENSE" "$staged/THIRD-PARTY-NOTICES.md" "$root/app/"

# "libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x...)", and the loader itself without an arrow.
ldd "$node" | tr -s ' \t' '\n' | grep '^/' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp -L "$library" "$root$library"
done

echo 'signalbox:x:10001:10001:Signalbox:/data:/sbin/nologin' >"$root/etc/passwd"
echo 'signalbox:x:10001:' >"$root/etc/group"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
chown 10001:10001 "$root/data"
chmod 700 "$root/data"
chmod 1777 "$root/tmp"
