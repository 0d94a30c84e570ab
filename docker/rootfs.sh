#!/bin/sh
# What Node needs of Debian, and nothing else: the C and C++ libraries, a user, and the records by which scanners know the packages.
# Runs as `rootfs.sh ROOT SECONDS` in the stage that builds; SECONDS since 1970 become the time of every file.
set -eu
root=$1
seconds=${2:-0}

mkdir -p "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/proc" "$root/dev" "$root/sys" "$root/run/secrets" "$root/var/lib/dpkg/status.d"
ln -sfn usr/lib "$root/lib"
ln -sfn usr/lib64 "$root/lib64"

for package in libc6 libgcc-s1 libstdc++6; do
  dpkg-query --listfiles "$package" | grep -E '\.so(\.[0-9.]+)?$|/copyright$' | grep -vE '/(gconv|audit)/' |
    tar --create --directory=/ --files-from=- --no-recursion --file=- 2>/dev/null |
    tar --extract --directory="$root" --keep-directory-symlink --file=-
  dpkg-query --status "$package" >"$root/var/lib/dpkg/status.d/$package"
done

printf 'root:x:0:0:root:/:/sbin/nologin\ntributary:x:10001:10001:Tributary:/tmp:/sbin/nologin\n' >"$root/etc/passwd"
printf 'root:x:0:\ntributary:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
install -d -m 1777 "$root/tmp"
install -d -m 0700 -o 10001 -g 10001 "$root/data"

find "$root" -exec touch --no-dereference --date="@$seconds" {} +
