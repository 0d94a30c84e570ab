#!/usr/bin/env bash
# make-manuals.sh PACKAGES FOLDER: downloads the packages of README.md into PACKAGES, those that are not there, and puts their English pages into FOLDER, a folder for each.
set -euo pipefail
packages=$(realpath -m "${1:?Where to put the packages?}") target=$(realpath -m "${2:?Where to put the manuals?}")
mkdir -p "$packages" "$target"

# pages PACKAGE FOLDER: copies the files whose paths below a folder of the package come on standard input.
pages() {
  mkdir -p "$target/$1"
  (cd "$packages/unpacked/$1/$2" && xargs -d '\n' cp -L --parents -t "$target/$1")
}

# html PACKAGE FOLDER [CONDITION…]: copies the HTML pages below a folder of the package that fulfil conditions of `find`.
html() {
  local package=$1 folder=$2
  shift 2
  (cd "$packages/unpacked/$package/$folder" && find . -type f -name '*.html' "$@") | pages "$package" "$folder"
}

for package in apache2-doc borgbackup-doc debian-handbook gimp-help-en git-doc gnucash-docs grass-doc harden-doc libreoffice-help-en-us \
  lilypond-doc-html octave-doc postfix-doc postgresql-doc-15 sqlite3-doc; do
  cd "$packages"
  ls "$package"_*.deb >/dev/null 2>&1 || apt-get download "$package"
  [ -d "unpacked/$package" ] || { mkdir -p "unpacked/$package" && dpkg -x "$package"_*.deb "unpacked/$package"; }
done

doc=usr/share/doc
html debian-handbook $doc/debian-handbook/html/en-US -maxdepth 1
html harden-doc $doc/harden-doc/html/en-US -maxdepth 1
html gnucash-docs $doc/gnucash-docs '(' -path './gnucash-guide-en/*' -o -path './gnucash-help-en/*' ')'
html gimp-help-en usr/share/gimp/2.0/help/en
html libreoffice-help-en-us usr/share/libreoffice/help/en-US/text -regex '\./\(swriter\|scalc\|schart\|\(simpress\|sdraw\|shared\)/guide\|shared/\(01\|04\|optionen\)\)/.*'
html postgresql-doc-15 $doc/postgresql-doc-15/html ! -name bookindex.html
html sqlite3-doc $doc/sqlite3 ! -path './releaselog/*' ! -name requirements.html ! -name 'doc_*_crossref.html' ! -name sitemap.html \
  ! -name syntaxdiagrams.html ! -name keyword_index.html ! -name capi3ref.html
html git-doc $doc/git-doc
html borgbackup-doc $doc/borgbackup/html ! -path './_static/*' ! -name book.html ! -name search.html ! -name genindex.html
html postfix-doc $doc/postfix/html
html lilypond-doc-html $doc/lilypond/html/Documentation -regex '\./\(notation\|learning\|usage\|extending\|music-glossary\)/.*' ! -name '*.??.html' \
  ! -name lilypond-index.html ! -name lilypond-command-index.html
html grass-doc $doc/grass-doc/html ! -name '*_graphical.html' ! -name manual_gallery.html
# Pages in English, and no stubs that lead elsewhere.
html apache2-doc $doc/apache2-doc/manual/en -exec grep -qE '<html[^>]*lang="en"' '{}' ';' -print
html octave-doc $doc/octave -path './octave.html/*' ! -exec grep -q 'This file redirects to the location' '{}' ';' -print
# What git has as text only.
(cd "$packages/unpacked/git-doc/$doc/git-doc" && for text in technical/*.txt; do
  [ -e "${text%.txt}.html" ] || [[ $text == *skel* ]] || echo "$text"
done) | pages git-doc $doc/git-doc
# Copies under another name.
cd "$target"
rm -f postfix-doc/{defer.8,trace.8,lmtp.8,mailq.1,newaliases.1}.html git-doc/index.html sqlite3-doc/fileformat.html
find "$target" -type f | wc -l
