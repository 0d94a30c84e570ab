import { isAscii } from './fold.js';

const MARKS = /\p{M}/gu;
/** Letters that are no others with marks. */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' };
const WITHOUT_MARK = /[øæœłđı]/g;
/** Names are indexed with these: `withoutMarks` leaves them. */
const OF_FEW: Readonly<Record<string, string>> = { þ: 'th', ð: 'd', ħ: 'h', ŧ: 't' };
const LETTER_OF_FEW = /[þðħŧ]/g;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
const UMLAUT = /[äöü]/g;
/** Two letters that may be written for an umlaut; behind a vowel or a q they are what they are, as in "neue" and "quelle". */
const FOR_UMLAUT = /(?<![aeiouq])[aou]e/g;

/** The points of Hebrew; honorifics, vowels and signs of recitation of Arabic, and what stretches its words. */
const OPTIONAL = /(?=\p{Script=Hebrew})\p{M}|[\u0610-\u061a\u064b-\u0652\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]/gu;

/** A case-folded text without marks that writers of Cyrillic, Hebrew and Arabic leave out as they like: "петр" for "пётр". Those that make other letters stay: й, أ. */
export function withoutOptionalMarks(text: string): string {
  return isAscii(text) ? text : text.replaceAll('ё', 'е').replace(OPTIONAL, '');
}

/** A case-folded word without marks: "muller" for "müller". */
export function withoutMarks(word: string): string {
  if (isAscii(word)) return word;
  const plain = word.replace(WITHOUT_MARK, (letter) => PLAIN[letter] ?? letter);
  return plain.normalize('NFD').replace(MARKS, '').normalize('NFC');
}

/** The same without the letters of Icelandic and others that no word of an index is taken for without them: "thorunn" for "þórunn". */
export function plainLetters(word: string): string {
  return withoutMarks(word).replace(LETTER_OF_FEW, (letter) => OF_FEW[letter] ?? letter);
}

/** A case-folded word with two letters for each umlaut: "mueller" for "müller". */
export function withoutUmlauts(word: string): string {
  return word.replace(UMLAUT, (letter) => UMLAUTS[letter] ?? letter);
}

/** A case-folded word with an umlaut wherever two letters may stand for one: "müller" for "mueller". */
export function withUmlauts(word: string): string {
  return word.replace(FOR_UMLAUT, ([letter = '']) => `${letter}\u0308`.normalize('NFC'));
}
