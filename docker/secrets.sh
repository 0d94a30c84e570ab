#!/bin/sh
# Makes the secrets of compose.yaml, once: docker/secrets.sh. What is there already stays.
set -eu
here=$(dirname "$0")
folder=$here/secrets
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

random | write qdrant-api-key
random | write server-token
users=$(grep '^user ' "$here/redis-users.acl")
for name in mcp-gateway search-federation ingest-worker embedder producer; do
  random | write "redis-password-$name"
  password=$(cat "$folder/redis-password-$name")
  printf 'redis://%s:%s@redis:6379' "$name" "$password" | write "redis-url-$name"
  users=$(printf '%s\n' "$users" | sed "s/%$name%/$password/")
done
printf '%s\n' "$users" | write redis-users
echo "The token for callers stands in $folder/server-token."
