#!/bin/sh
# warm-compile-cache.sh ROOT: starts the service of a root directory once, as it will be started, and keeps the code that Node
# compiled. A cache counts for one Node, one user, one path and the same flags; where it does not fit, Node compiles as before.
set -eu
root=$1
cache=/app/compile-cache

mkdir "$root$cache"
chown 10001:10001 "$root$cache"
env -i PATH="$PATH" NODE_COMPILE_CACHE=$cache chroot --userspec=10001:10001 "$root" \
  /usr/local/bin/node --disable-warning=ExperimentalWarning --max-semi-space-size=16 /app/dist/main.js \
  serve --json --host 127.0.0.1 --port 0 --data-dir /tmp/warm >"$root/tmp/started" &
service=$!
until [ -s "$root/tmp/started" ]; do
  kill -0 $service
  sleep 0.1
done
kill $service
wait $service
rm -r "$root/tmp/started" "$root/tmp/warm"
chown -R 0:0 "$root$cache"
chmod -R a+rX,go-w "$root$cache"
[ -n "$(ls "$root$cache")" ]
