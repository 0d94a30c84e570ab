#!/usr/bin/env bash
# make-handbooks.sh PACKAGES FOLDER: downloads the package of README.md into PACKAGES, unless it is there, and puts its pages of seven languages into FOLDER, a folder for each.
set -euo pipefail
packages=$(realpath -m "${1:?Where to put the package?}") target=$(realpath -m "${2:?Where to put the handbooks?}")
mkdir -p "$packages" "$target"
cd "$packages"
ls debian-handbook_*.deb >/dev/null 2>&1 || apt-get download debian-handbook
[ -d unpacked/debian-handbook ] || { mkdir -p unpacked/debian-handbook && dpkg -x debian-handbook_*.deb unpacked/debian-handbook; }
for language in de-DE en-US es-ES fr-FR it-IT pt-BR ru-RU; do
  mkdir -p "$target/handbook-${language%-*}"
  cp "unpacked/debian-handbook/usr/share/doc/debian-handbook/html/$language"/*.html "$target/handbook-${language%-*}"
done
