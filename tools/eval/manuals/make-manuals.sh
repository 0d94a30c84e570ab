#!/bin/bash
# Makes /tmp/manuals from the Debian packages (bookworm). Usage: make-manuals.sh [deb folder] [target]
set -e
DEB=${1:-/tmp/manuals-deb}; OUT=${2:-/tmp/manuals}
mkdir -p "$DEB" "$OUT"; cd "$DEB"
for p in debian-handbook harden-doc gnucash-docs gimp-help-en libreoffice-help-en-us postgresql-doc-15 sqlite3-doc \
         git-doc borgbackup-doc apache2-doc postfix-doc lilypond-doc-html octave-doc grass-doc; do
  ls "$p"_*.deb >/dev/null 2>&1 || apt-get download "$p"
  [ -d "x/$p" ] || { mkdir -p "x/$p"; dpkg -x "$p"_*.deb "x/$p"; }
done
X=$DEB/x
take() { # name, folder: reads paths below that folder on stdin, copies them to OUT/name
  mkdir -p "$OUT/$1"; (cd "$2" && xargs -d "\n" cp -L --parents -t "$OUT/$1"); }
D=$X/debian-handbook/usr/share/doc/debian-handbook/html/en-US; (cd $D; find . -maxdepth 1 -name '*.html') | take debian-handbook $D
D=$X/harden-doc/usr/share/doc/harden-doc/html/en-US;           (cd $D; find . -maxdepth 1 -name '*.html') | take harden-doc $D
D=$X/gnucash-docs/usr/share/doc/gnucash-docs;                  (cd $D; find gnucash-guide-en gnucash-help-en -name '*.html') | take gnucash-docs $D
D=$X/gimp-help-en/usr/share/gimp/2.0/help/en;                  (cd $D; find . -name '*.html') | take gimp-help-en $D
D=$X/libreoffice-help-en-us/usr/share/libreoffice/help/en-US/text
(cd $D; find swriter scalc simpress/guide sdraw/guide schart shared/guide shared/01 shared/04 shared/optionen -name '*.html') | take libreoffice-help-en-us $D
D=$X/postgresql-doc-15/usr/share/doc/postgresql-doc-15/html;   (cd $D; find . -name '*.html' ! -name bookindex.html) | take postgresql-doc-15 $D
D=$X/sqlite3-doc/usr/share/doc/sqlite3
(cd $D; find . -name '*.html' ! -path './releaselog/*' ! -name requirements.html ! -name 'doc_*_crossref.html' ! -name sitemap.html ! -name syntaxdiagrams.html ! -name keyword_index.html ! -name capi3ref.html) | take sqlite3-doc $D
D=$X/git-doc/usr/share/doc/git-doc
(cd $D; find . -name '*.html'; for f in technical/*.txt; do [ -e ${f%.txt}.html ] || case $f in *skel*) ;; *) echo $f;; esac; done) | take git-doc $D
D=$X/borgbackup-doc/usr/share/doc/borgbackup/html;             (cd $D; find . -name '*.html' ! -path './_static/*' ! -name book.html ! -name search.html ! -name genindex.html) | take borgbackup-doc $D
D=$X/apache2-doc/usr/share/doc/apache2-doc/manual/en;          (cd $D; grep -rlE '<html[^>]*lang="en"' . --include='*.html') | take apache2-doc $D
D=$X/postfix-doc/usr/share/doc/postfix/html;                   (cd $D; find . -name '*.html') | take postfix-doc $D
D=$X/lilypond-doc-html/usr/share/doc/lilypond/html/Documentation
(cd $D; find notation learning usage extending music-glossary -name '*.html' ! -name '*.??.html' ! -name lilypond-index.html ! -name lilypond-command-index.html) | take lilypond-doc-html $D
D=$X/octave-doc/usr/share/doc/octave;                          (cd $D; grep -rL 'This file redirects to the location' octave.html --include='*.html') | take octave-doc $D
D=$X/grass-doc/usr/share/doc/grass-doc/html;                   (cd $D; find . -name '*.html' ! -name '*_graphical.html' ! -name manual_gallery.html) | take grass-doc $D
# byte-identical copies under another name
(cd "$OUT"; rm -f postfix-doc/{defer.8,trace.8,lmtp.8,mailq.1,newaliases.1}.html git-doc/index.html sqlite3-doc/fileformat.html)
find "$OUT" -type d -empty -delete
for m in "$OUT"/*; do printf '%s %s %s\n' "$(basename $m)" "$(find $m -type f | wc -l)" "$(du -sm --apparent-size $m | cut -f1)MB"; done
find "$OUT" -type f | wc -l; du -sm --apparent-size "$OUT"
