/** Nobody writes longer lines. In UTF-16 units. */
const LONGEST_LINE = 100_000;
/** Languages that are packed into bundles, and parts of pages that hold them; in others a long line holds data. */
const PACKED = new Set(['javascript', 'typescript', 'css', 'html']);

/** Whether a script or style, or the part of a page that has them in it, was packed by a program, whatever its name: most of it are lines that nobody writes. */
export function isBundle(text: string, lang: string | undefined): boolean {
  if (text.length < LONGEST_LINE || lang === undefined || !PACKED.has(lang)) return false;
  let packed = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start >= LONGEST_LINE) packed += end - start;
    start = end + 1;
  }
  return packed * 2 > text.length;
}
