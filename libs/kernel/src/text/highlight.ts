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
/** Latin, Greek and Cyrillic letters that may have an accent, and accents that stand behind their letter. */
const ACCENTED = /[\u00c0-\u04ff\u1e00-\u1fff]/;
const ACCENTS = /[\u0300-\u036f]/g;
const SINGLE_LETTERS = /(?<![\p{L}\p{N}\p{M}_])\p{L}(?![\p{L}\p{N}\p{M}_])/gu;

/** Cuts a text at the words of the query, whatever their case, ending and accents. One letter with an accent is another than the bare one. */
export function highlight(text: string, query: string): Segment[] {
  const pattern = patternOf(plainLetters(query).plain);
  if (pattern === undefined || text.length > LONGEST_TEXT) return [{ text, isMatch: false }];
  const { plain, at } = plainLetters(text);
  const isMeant = meansLetter(query);
  const segments: Segment[] = [];
  let end = 0;
  for (const match of plain.matchAll(pattern)) {
    const start = at(match.index);
    if (!isMeant(text.slice(start, at(match.index + match[0].length)))) continue;
    if (start > end) segments.push({ text: text.slice(end, start), isMatch: false });
    end = at(match.index + lengthOf(match, { index: match.index, text: plain }));
    segments.push({ text: text.slice(start, end), isMatch: true });
  }
  if (end < text.length) segments.push({ text: text.slice(end), isMatch: false });
  return segments;
}

/** False of single letters that the query says with another accent alone. */
function meansLetter(query: string): (found: string) => boolean {
  const letters: ReadonlySet<string> = new Set(query.normalize('NFC').toLowerCase().match(SINGLE_LETTERS));
  const accented = new Set([...letters].map(withoutAccent).filter((bare) => !letters.has(bare)));
  return (found) => {
    const letter = found.normalize('NFC').toLowerCase();
    return letters.has(letter) || !accented.has(withoutAccent(letter));
  };
}

interface PlainLetters {
  readonly plain: string;
  /** Where in the text stands what has this place in the plain one. */
  readonly at: (place: number) => number;
}

/** A text without accents, whether they are of one character with their letter or behind it. Vowels that are marks, as in Hindi, stay. */
function plainLetters(text: string): PlainLetters {
  if (!ACCENTED.test(text)) return { plain: text, at: (place) => place };
  const places: number[] = [];
  let plain = '';
  for (let place = 0; place < text.length; place++) {
    const letter = withoutAccent(text.charAt(place));
    if (letter === '') continue;
    plain += letter;
    places.push(place);
  }
  return { plain, at: (place) => places[place] ?? text.length };
}

/** The unit of a text, its letter without accent, or nothing where it is an accent. */
function withoutAccent(unit: string): string {
  if (!ACCENTED.test(unit)) return unit;
  const bare = unit.normalize('NFD').replace(ACCENTS, '');
  return bare.length > 1 ? unit : bare;
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

// Words of four letters and more also inside of identifiers and with another ending; short ones as they stand or in the plural. Letters, marks and digits need no escape.
function partOf(word: string): string {
  if (PAIRED.test(word)) return partOfRun(Array.from(word));
  if (word.length < 4) return `(?<![\\p{L}\\p{N}\\p{M}])${word}${word.length > 1 ? 's?' : ''}(?![\\p{L}\\p{N}\\p{M}])`;
  const stem = word.length > 5 ? word.replace(/(ations?|ing|ed|es|s|e)$/, '') : word;
  return `(?:${[...new Set([word, stem])].join('|')})${ENDINGS}`;
}

/** The longest stretches whose neighbouring characters are neighbours in the run as well. */
function partOfRun(characters: readonly string[]): string {
  if (characters.length < 2) return characters.join('');
  const pairs = characters.slice(1).map((next, at) => `${characters[at] ?? ''}(?=${next})`);
  return `(?:${[...new Set(pairs)].join('|')})+.`;
}
