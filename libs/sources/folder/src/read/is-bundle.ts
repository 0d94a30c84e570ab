/** Nobody writes longer lines. In UTF-16 units, as all lengths here. */
const LONGEST_LINE = 100_000;
/** Languages that are packed into bundles, and parts of pages that hold them; in others a long line holds data. */
const PACKED = new Set(['javascript', 'typescript', 'css', 'html']);
/** Those that programs pack into shorter lines, too, of which a file then is nearly all. */
const PACKED_IN_LINES = new Set(['javascript', 'css']);
const PACKED_LINE = 500;
const NEARLY_ALL = 0.75;
/** A bundle of less takes no room. */
const SHORTEST_BUNDLE = 2000;
/** Measured over 22,000 scripts and styles of packages: packed lines have at most 0.05 blanks a character and at least 0.014 brackets and semicolons. Long lines with more
 *  blanks are texts, such as SQL; those with fewer signs pictures, drawings and tables of characters. */
const MOST_BLANKS = 0.06;
const FEWEST_SIGNS = 0.012;
const SIGNS = new Set(Array.from(';{}()', (sign) => sign.charCodeAt(0)));

/** Whether a script or style, or the part of a page that has them in it, was packed by a program, whatever its name: most of it are lines that nobody writes. */
export function isBundle(text: string, lang: string | undefined): boolean {
  if (lang === undefined || !PACKED.has(lang) || text.length < SHORTEST_BUNDLE) return false;
  if (shareOfLines(text, ({ length }) => length >= LONGEST_LINE) > 0.5) return true;
  return PACKED_IN_LINES.has(lang) && shareOfLines(text, isPacked) >= NEARLY_ALL;
}

/** How much of a text are lines of a kind. */
function shareOfLines(text: string, isOfKind: (line: string) => boolean): number {
  let found = 0;
  for (const line of text.split('\n')) if (isOfKind(line)) found += line.length;
  return found / text.length;
}

function isPacked(line: string): boolean {
  if (line.length < PACKED_LINE) return false;
  let [blanks, signs] = [0, 0];
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x20 || code === 0x09) blanks++;
    else if (SIGNS.has(code)) signs++;
  }
  return blanks <= MOST_BLANKS * line.length && signs >= FEWEST_SIGNS * line.length;
}
