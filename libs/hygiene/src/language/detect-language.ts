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

const LANGUAGES = Object.keys(FUNCTION_WORDS);
/** For each word the languages that have it. */
const LANGUAGES_OF = new Map<string, number[]>();
LANGUAGES.forEach((language, index) => {
  for (const word of new Set((FUNCTION_WORDS[language] ?? '').split(' ')))
    LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), index]);
});

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
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  if (words.length < LEAST_WORDS) return undefined;
  const scores = new Float64Array(LANGUAGES.length);
  for (const word of words) {
    const having = LANGUAGES_OF.get(word);
    for (const index of having ?? []) scores[index] = (scores[index] ?? 0) + 1 / Math.sqrt(having?.length ?? 1);
  }
  const [best = 0, next = 0] = scores.toSorted().reverse();
  if (best < LEAST_SHARE * words.length || best < next * LEAST_LEAD) return undefined;
  return LANGUAGES[scores.indexOf(best)];
}
