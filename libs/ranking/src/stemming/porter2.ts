import { regionsOf, type Regions } from './regions.js';
import { STEP_2, STEP_3, STEP_4, applyRules } from './suffix-rules.js';

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word): [string, string] => [word, word]),
]);
const KEPT_AFTER_STEP_1A = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed']);

const VOWEL = /[aeiouy]/;
const CONSONANT_Y = /(^|[aeiouy])y/g;
/** A vowel and a consonant other than w, x, Y after a consonant, or a vowel and a consonant that are the whole word. */
const SHORT_SYLLABLE_AT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;
const DOUBLE_AT_END = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;

/** The Porter2 stem of a lower-case word of ASCII letters (M. F. Porter, "The English (Porter2) stemming algorithm", snowballstem.org). */
export function porter2(word: string): string {
  if (word.length <= 2) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;
  const marked = word.replace(CONSONANT_Y, '$1Y');
  const regions = regionsOf(marked);
  const plural = step1a(marked);
  if (KEPT_AFTER_STEP_1A.has(plural)) return plural;
  const verb = step1c(step1b(plural, regions));
  const bare = [STEP_2, STEP_3, STEP_4].reduce((stem, table) => applyRules(stem, table, regions), verb);
  return step5(bare, regions).replaceAll('Y', 'y');
}

function step1a(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

function step1b(word: string, { r1 }: Regions): string {
  const suffix = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(word)?.[0];
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  if (suffix.startsWith('eed')) return stem.length >= r1 ? `${stem}ee` : word;
  return VOWEL.test(stem) ? mendVerb(stem, r1) : word;
}

/** Gives a stem without its -ed or -ing the ending of the infinitive. */
function mendVerb(stem: string, r1: number): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE_AT_END.test(stem)) return stem.slice(0, -1);
  return stem.length <= r1 && SHORT_SYLLABLE_AT_END.test(stem) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function step5(word: string, { r1, r2 }: Regions): string {
  const stem = word.slice(0, -1);
  const at = stem.length;
  if (word.endsWith('e')) return at >= r2 || (at >= r1 && !SHORT_SYLLABLE_AT_END.test(stem)) ? stem : word;
  return word.endsWith('ll') && at >= r2 ? stem : word;
}
