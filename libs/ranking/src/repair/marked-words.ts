import { plainLetters } from '../analysis/marks.js';

/** What may be written where a keyboard has no marks: letters with them, and letters that are no others with marks. */
const WITH_MARKS: Readonly<Record<string, string>> = {
  a: 'àáâãäåāăą',
  c: 'çćčċ',
  d: 'ďđð',
  e: 'èéêëēėęě',
  g: 'ğģġ',
  h: 'ħ',
  i: 'ìíîïīįı',
  k: 'ķ',
  l: 'łľĺļ',
  n: 'ñńňņ',
  o: 'òóôõöøōő',
  r: 'řŕ',
  s: 'śšşș',
  t: 'ťţțŧ',
  u: 'ùúûüūůűų',
  y: 'ýÿ',
  z: 'źżž',
};
const TWO_LETTERS: Readonly<Record<string, string>> = { th: 'þ', ae: 'æ', oe: 'œ' };
/** Of longer words no beginnings are told by letters further on. */
const MOST_LETTERS = 16;

/** What words begin with, as far as the first mark in them, and one letter more where the mark is the first letter, that are written like a case-folded word but for marks. */
export function markedBeginnings(word: string): readonly string[] {
  const letters = Array.from(word).slice(0, MOST_LETTERS);
  return letters.flatMap((letter, at) => {
    const two = letter + (letters[at + 1] ?? '');
    const marked = Array.from(WITH_MARKS[letter] ?? '').map((one) => ({ one, next: letters[at + 1] ?? '' }));
    const joined = Array.from(TWO_LETTERS[two] ?? '').map((one) => ({ one, next: letters[at + 2] ?? '' }));
    const before = letters.slice(0, at).join('');
    return [...marked, ...joined].flatMap(({ one, next }) => (at > 0 ? [before + one] : orMarked(next).map((second) => one + second)));
  });
}

/** Whether two words are the same but for marks. */
export function areSameButMarks(word: string, other: string): boolean {
  return word !== other && plainLetters(word) === plainLetters(other);
}

function orMarked(letter: string): readonly string[] {
  return [letter, ...Array.from(WITH_MARKS[letter] ?? '')];
}
