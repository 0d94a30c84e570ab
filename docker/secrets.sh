#!/bin/sh
# Makes the secrets of compose.yaml, once: docker/secrets.sh. What is there already stays.
set -eu
folder=$(dirname "$0")/secrets
umask 077
mkdir -p "$folder"

# write NAME: keeps standard input in a file that the users inside containers can read; the folder is closed to others on this machine.
write() {
  [ -s "$folder/$1" ] || cat >"$folder/$1"
  chmod 444 "$folder/$1"
}
random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

random | write redis-password
random | write qdrant-api-key
random | write server-token
printf 'redis://:%s@redis:6379' "$(cat "$folder/redis-password")" | write redis-url
echo "The token for callers stands in $folder/server-token."
