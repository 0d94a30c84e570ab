/** A piece of a text, and whether it answers the query. */
export interface Segment {
  readonly text: string;
  readonly isMatch: boolean;
}

const STOP_WORDS = new Set(
  'a an and are as at be by do does for from has have how i in is it of on or that the this to was what when where which who why will with you'.split(
    ' ',
  ),
);
const ENDINGS = '(ations?|ing|ed|es|s|e)?';
const LOWER_CASE = /^\p{Ll}/u;
/** PDFs, URLs: the search looks for them in the singular, too. */
const PLURAL_ACRONYM = /(?<![\p{L}\p{N}_])(\p{Lu}{2,})s(?![\p{L}\p{N}_])/gu;
/** A run of scripts whose words have nothing between them; the search looks for pairs of their characters. */
const PAIRED = /(?:(?=[\p{L}\p{N}\p{M}])[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Hangul}])+/u;
const RUNS = new RegExp(`(^|\\s)-[\\p{L}\\p{N}]\\S*|${PAIRED.source}|(?:(?!${PAIRED.source})[\\p{L}\\p{N}\\p{M}_])+`, 'gu');
/** Wi-fi, time zone: the search looks for two words beside each other as one, too. */
const PAIRS = /(?<![\p{L}\p{N}_-])(\p{L}+-|\p{L}{2,} )(?=(\p{L}{2,})(?![\p{L}\p{N}_]))/gu;
const LONGEST_TEXT = 200_000;

/** Cuts a text at the words of the query, whatever their case and ending. */
export function highlight(text: string, query: string): Segment[] {
  const pattern = patternOf(query);
  if (pattern === undefined || text.length > LONGEST_TEXT) return [{ text, isMatch: false }];
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) segments.push({ text: text.slice(end, match.index), isMatch: false });
    const start = match.index;
    end = start + lengthOf(match, { index: start, text });
    segments.push({ text: text.slice(start, end), isMatch: true });
  }
  if (end < text.length) segments.push({ text: text.slice(end), isMatch: false });
  return segments;
}

/** Without its ending where the word goes on behind that: "packe" of "packer" is no word. */
function lengthOf([matched, ...endings]: RegExpExecArray, { index, text }: { readonly index: number; readonly text: string }): number {
  const ending = endings.find((found: string | undefined) => found !== undefined) ?? '';
  return LOWER_CASE.test(text.slice(index + matched.length, index + matched.length + 2)) ? matched.length - ending.length : matched.length;
}

function patternOf(query: string): RegExp | undefined {
  const words = wordsOf(query);
  if (words.length === 0) return undefined;
  const parts = words.toSorted((a, b) => b.length - a.length).map(partOf);
  return new RegExp(parts.join('|'), 'giu');
}

/** The words that count: without those that must not occur, and without stop words where there are others. */
function wordsOf(query: string): string[] {
  const singular = query.replace(PLURAL_ACRONYM, '$1').toLowerCase();
  const words = [...singular.matchAll(RUNS)].map(([word]) => word.trim()).filter((word) => !word.startsWith('-'));
  const telling = words.filter(tells);
  return [...new Set(telling.length > 0 ? [...telling, ...joinedWordsOf(singular)] : words)].slice(0, 64);
}

function joinedWordsOf(query: string): string[] {
  const pairs = [...query.matchAll(PAIRS)].map(([, before = '', second = '']) => [before.slice(0, -1), second]);
  return pairs.filter((pair) => pair.every(tells)).map((pair) => pair.join(''));
}

function tells(word: string): boolean {
  return !STOP_WORDS.has(word);
}

// Long words also inside of identifiers and with another ending; short ones as they stand or in the plural. Letters, marks and digits need no escape.
function partOf(word: string): string {
  if (PAIRED.test(word)) return partOfRun(Array.from(word));
  if (word.length < 4) return `(?<![\\p{L}\\p{N}\\p{M}])${word}${word.length > 1 ? 's?' : ''}(?![\\p{L}\\p{N}\\p{M}])`;
  const stem = word.length > 5 ? word.replace(/(ations?|ing|ed|es|s|e)$/, '') : word;
  return stem === word ? word : `(?:${word}|${stem})${ENDINGS}`;
}

/** The longest stretches whose neighbouring characters are neighbours in the run as well. */
function partOfRun(characters: readonly string[]): string {
  if (characters.length < 2) return characters.join('');
  const pairs = characters.slice(1).map((next, at) => `${characters[at] ?? ''}(?=${next})`);
  return `(?:${[...new Set(pairs)].join('|')})+.`;
}
