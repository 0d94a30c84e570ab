import { acronymsIn } from './acronyms.js';
import { codesIn } from './codes.js';
import { isFunctionWord } from './function-words.js';
import type { ParsedQuery, ParsedTerm } from './parse-query.js';

/** Shorter words tell no language, unless they are function words. */
const FEWEST_LETTERS = 4;
const LETTERS_ONLY = /^\p{L}+$/u;
/** Numbers, single letters and what has digits are of no language: "Wann kommt die X400?" has three words. */
const MAY_TELL = /^\p{L}[^\p{N}]+$/u;
/** Where more of the words of a query are strange to the model, it is of another language, or of names. */
const SHARE_OF_WORDS = 0.5;
/** What French and Italian leave of a function word before a vowel. */
const ELISION = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|dell|nell|sull)(?=['’]\p{L})/giu;
/** What a function word counts beside a word of the subject, as the words do by which one asks in English. */
const FUNCTION_WEIGHT = 0.2;

/** The words of a query of another language than the common model's that say something of the subject, and that the model does not have as a whole; undefined of a query that is of its words, which are English.
 *  @param isFamiliar whether the model has a word as a whole */
export function strangeWords(query: ParsedQuery, isFamiliar: (word: string) => boolean): readonly string[] | undefined {
  const holdsTogether = functionWordsOf(query);
  const inCodes = new Set(codesIn(query.text).flatMap((code) => code.split(' ')));
  const written = query.terms.filter(({ isWord, variantOf }) => isWord && variantOf === undefined).map(({ word }) => word);
  const words = written.filter((word) => holdsTogether(word) || (MAY_TELL.test(word) && !inCodes.has(word)));
  const strange = words.filter((word) => !holdsTogether(word) && isLong(word) && !isFamiliar(word));
  const foreign = strange.length + words.filter(holdsTogether).length;
  return foreign > SHARE_OF_WORDS * words.length ? strange : undefined;
}

/** Which words of a query are function words: DES is a cipher, whatever "des" is. */
function functionWordsOf({ text }: ParsedQuery): (word: string) => boolean {
  const acronyms = new Set(acronymsIn(text));
  const elided = new Set(Array.from(text.matchAll(ELISION), ([word]) => word.toLowerCase()));
  return (word) => elided.has(word) || (isFunctionWord(word) && !acronyms.has(word));
}

function isLong(word: string): boolean {
  return word.length >= FEWEST_LETTERS && LETTERS_ONLY.test(word);
}

/** A query of another language whose function words count a fifth. None is taken for a mistake. How a collection's texts hold their sentences together tells its language: among several collections that are unlike they count in full. */
export function withFunctionWordsAside(query: ParsedQuery): ParsedQuery {
  const holdsTogether = functionWordsOf(query);
  const aside = ({ word, variantOf = [word] }: ParsedTerm) => variantOf.every(holdsTogether);
  if (query.terms.every(aside)) return query;
  return {
    ...query,
    // Where no text of that language is, "wann" is unknown and yet no mistake.
    repairable: query.repairable.filter((word) => !holdsTogether(word)),
    terms: query.terms.map((term) =>
      aside(term) ? { ...term, weight: FUNCTION_WEIGHT * term.weight, matchWeight: FUNCTION_WEIGHT } : term,
    ),
  };
}
