import { FUNCTION_WORDS } from './function-words.js';
import { SCRIPTS } from './scripts.js';

/** What is looked at of a text, in UTF-16 units. */
const SAMPLE = 1200;
/** Fewer words tell nothing. */
const LEAST_WORDS = 6;
/** Share of the words that must be function words of the language found. */
const LEAST_SHARE = 0.12;
/** How far ahead of the next one it must be. */
const LEAST_LEAD = 1.15;

const LETTER = /\p{L}/u;
const LANGUAGES = Object.keys(FUNCTION_WORDS);
/** For each word the languages that have it. */
const LANGUAGES_OF = new Map<string, number[]>();
LANGUAGES.forEach((language, index) => {
  for (const word of new Set((FUNCTION_WORDS[language] ?? '').split(' ')))
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), index]);
});
const LONGEST = Math.max(...[...LANGUAGES_OF.keys()].map(({ length }) => length));

/** The language a prose text is written in, as an ISO 639-1 code; undefined where it is too short or mixed to tell. Looks at its first 1,200 characters. */
export function detectLanguage(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE);
  return byScript(sample) ?? byWords(sample);
}

function byScript(sample: string): string | undefined {
  const foreign = sample.match(/[^\p{Script=Latin}\P{L}]/gu)?.length ?? 0;
  if (foreign === 0) return undefined;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (foreign * 3 < letters || letters < LEAST_WORDS) return undefined;
  for (const [language, pattern, share] of SCRIPTS) if ((sample.match(pattern)?.length ?? 0) >= share * letters) return language;
  return undefined;
}

function byWords(sample: string): string | undefined {
  const scores = new Float64Array(LANGUAGES.length);
  const words = eachWord(sample.toLowerCase(), (word) => {
    const having = LANGUAGES_OF.get(word);
    if (having === undefined) return;
    for (const index of having) scores[index] = (scores[index] ?? 0) + 1 / Math.sqrt(having.length);
  });
  if (words < LEAST_WORDS) return undefined;
  const [best = 0, next = 0] = scores.toSorted().reverse();
  if (best < LEAST_SHARE * words || best < next * LEAST_LEAD) return undefined;
  return LANGUAGES[scores.indexOf(best)];
}

/** Shows the words of a lower-case text that may be function words; longer ones are only counted. @returns how many words there are */
function eachWord(text: string, show: (word: string) => void): number {
  let words = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (isLetterUnit(text.charCodeAt(at), text, at)) continue;
    if (at > start) words++;
    if (at > start && at - start <= LONGEST) show(text.slice(start, at));
    start = at + 1;
  }
  return words;
}

/** Letters beyond the basic plane are of no language with function words here. */
function isLetterUnit(unit: number, text: string, at: number): boolean {
  if (unit < 128) return unit >= 97 && unit <= 122;
  return unit >= 128 && LETTER.test(text.charAt(at));
}
