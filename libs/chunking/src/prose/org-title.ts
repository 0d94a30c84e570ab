import type { Lines } from '../text/lines.js';

/** A head this long is no head. */
const MAX_LINES = 100;
const LONGEST_TITLE = 200;
const TITLE = /^#\+title:[ \t]+(\S.*)$/i;
/** Keywords, comments, properties of the file and what is blank; the first heading or paragraph ends the head. */
const HEAD = /^(?:#(?:\+\S|[ \t]|$)|:[\w-]+:|\s*$)/;

/** The title that a text of Org names in its head: `#+title: Tides`. */
export function orgTitle(lines: Lines): string | undefined {
  for (let line = 0; line < Math.min(lines.count, MAX_LINES); line++) {
    const content = lines
      .content(line)
      .replace(/^\ufeff/, '')
      .slice(0, LONGEST_TITLE);
    const title = TITLE.exec(content)?.[1]?.trim();
    if (title !== undefined) return title;
    if (!HEAD.test(content)) return undefined;
  }
  return undefined;
}
