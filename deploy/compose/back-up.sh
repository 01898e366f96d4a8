#!/bin/sh
# Writes a dump at start and then every day, and keeps 14. Copy them to another machine.
set -eu
umask 077
trap 'exit 0' TERM INT
while :; do
  name=/backups/latchkey-$(date -u +%Y%m%dT%H%M%SZ).dump
  pg_dump --format=custom --file="$name.part"
  mv "$name.part" "$name"
  ls -1 /backups/latchkey-*.dump | head -n -14 | xargs -r rm --
  sleep 86400 &
  wait $!
done
