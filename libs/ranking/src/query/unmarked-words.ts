import { STOP_WORDS } from '../analysis/stop-words.js';
import { plainLetters, withoutMarks, withoutUmlauts, withUmlauts } from '../analysis/marks.js';
import type { OtherWriting } from './other-writing.js';
import type { ParsedTerm } from './parse-query.js';

/** Shorter ones are other words without their marks: "à", "où", "sí". */
const SHORTEST = 4;
/** Words in scripts that are read without their marks; where vowels are marks, as in Hindi, they are not. */
const WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Inherited}]+$/u;

/** The words of a query as they are written without a keyboard for them, or with one: "configuracion" for "configuración", "muenchen" and "munchen" for "münchen", "münchen" for "muenchen".
 *  Which letters of other words miss a mark only readers know. */
export function unmarkedWords(terms: readonly ParsedTerm[]): readonly OtherWriting[] {
  return terms
    .filter(({ word, isWord }) => isWord && word.length >= SHORTEST && WORD.test(word))
    .flatMap(({ word, weight, placingWeight }) =>
      writingsOf(word).map((other) => ({ word: other, variantOf: [word], weight, placingWeight })),
    );
}

function writingsOf(word: string): readonly string[] {
  const others = new Set([withoutMarks(word), plainLetters(word), withoutUmlauts(word), withUmlauts(word)]);
  others.delete(word);
  // "thèse" is no "these", which stands everywhere and tells nothing.
  return [...others].filter((other) => !STOP_WORDS.has(other));
}
