import { hasUnspaced, wordsWithin } from '../analysis/unspaced.js';
import { readEachOperator, type ReadOperator } from './operator-readings.js';
import { withReplaced } from './written-operators.js';

const MARKS = /["“”„«»「」『』]/gu;
/** In a longer text quotation marks cite and hyphens dash; nobody types operators there (docs/adr/0022-operators-in-short-queries.md). */
const LONGEST_WITH_OPERATORS = 20;
/** From so many words around it on, a quoted text may be a citation in a sentence. */
const SENTENCE = 4;
/** A text of several lines is pasted (docs/adr/0181-marks-of-code-are-no-operators.md). */
const SEVERAL_LINES = /[\n\r]/u;

/** What has the form of operators and was read as plain text: all in a query that is long or has several lines; quotation marks around strings of code and in a pasted message; hyphens
 *  before words that are options of a command or begin a line of a diff. */
export type ReadAsText =
  | { readonly what: 'all'; readonly since: 'long' | 'several-lines' }
  | { readonly what: 'strings' | 'message' }
  | { readonly what: 'hyphens'; readonly words: readonly string[] };

/** A query taken apart by its operators, nothing analysed yet. */
export interface QueryOperators {
  /** What is looked for, without quotation marks and without what is excluded. */
  readonly text: string;
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
  /** What a caller may have meant as operators. */
  readonly readAsText: readonly ReadAsText[];
  /** True when what is quoted stands in a sentence: at least four words are outside quotation marks. */
  readonly mayCite: boolean;
}

/** Reads `"exact words"`, `-word` and `-"exact words"`. A quotation mark that is never closed, two hyphens or a hyphen before a digit are
 *  plain text, and so is everything in backticks, the options of a command (`-n`, and all beside a `--long` one), strings of code, the quotation marks of a pasted message, and everything in a query of
 *  several lines or of more than 20 words outside quotation marks.
 *  @param isPasted true for what stood in several lines, however many are left */
export function readOperators(query: string, { isPasted = false }: { readonly isPasted?: boolean } = {}): QueryOperators {
  const all = readEachOperator(query);
  const phrases = saidBy(all, 'demand');
  const excluded = saidBy(all, 'exclusion');
  const outside = countWords(withReplaced(query, all, (one) => (isOperator(one) && one.phrase !== undefined ? ' ' : one.written)));
  const since = isPasted ? 'several-lines' : whyPlain(query, outside);
  if (since !== undefined && phrases.length + excluded.length > 0)
    return { text: onOneLine(query.replace(MARKS, ' ')), phrases: [], excluded: [], readAsText: [{ what: 'all', since }], mayCite: false };
  const text = onOneLine(withReplaced(query, all, textOf));
  return { text, phrases, excluded, readAsText: readAsText(all), mayCite: phrases.length > 0 && outside >= SENTENCE };
}

function whyPlain(query: string, words: number): 'long' | 'several-lines' | undefined {
  if (SEVERAL_LINES.test(query.trim())) return 'several-lines';
  return words > LONGEST_WITH_OPERATORS ? 'long' : undefined;
}

function isOperator({ reading }: ReadOperator): boolean {
  return reading === 'demand' || reading === 'exclusion';
}

function saidBy(all: readonly ReadOperator[], wanted: 'demand' | 'exclusion'): readonly string[] {
  return all
    .flatMap(({ reading, phrase, word = '' }) => (reading === wanted ? [(phrase ?? word).trim()] : []))
    .filter((said) => said !== '');
}

function textOf({ reading, written, phrase = '' }: ReadOperator): string {
  switch (reading) {
    case 'demand':
      return apart(phrase);
    case 'exclusion':
      return ' ';
    case 'string':
    case 'message':
      return ` ${phrase} `;
    case 'hyphen':
    case 'plain':
      return written;
  }
}

/** A phrase as it goes into the text: where no spaces are written, its characters make no pairs with their neighbours. */
function apart(phrase: string): string {
  return hasUnspaced(phrase) ? ` ${phrase} ` : phrase;
}

function readAsText(all: readonly ReadOperator[]): readonly ReadAsText[] {
  const words = all.flatMap(({ reading, word }) => (reading === 'hyphen' && word !== undefined ? [word] : []));
  return [
    ...(all.some(({ reading }) => reading === 'string') ? [{ what: 'strings' } as const] : []),
    ...(all.some(({ reading }) => reading === 'message') ? [{ what: 'message' } as const] : []),
    ...(words.length > 0 ? [{ what: 'hyphens', words } as const] : []),
  ];
}

/** Two characters of a script that writes no spaces count as a word. */
function countWords(text: string): number {
  const runs = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.reduce((words, run) => words + wordsWithin(run), 0);
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
