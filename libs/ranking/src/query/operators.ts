import { hasUnspaced, wordsWithin } from '../analysis/unspaced.js';
import { withoutSentenceEnd } from './sentence-end.js';

/** Straight, English and German quotation marks, and guillemets, which point outwards or inwards; and the corners of Chinese and Japanese. Scripts that
 *  write no spaces set none before them either. */
const PHRASE =
  /(?<=^|[\s([{,;:，；：（！？\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}])(-?)(?:["“”„«»]([^"“”„«»]+)["“”«»]|「([^「」]+)」|『([^『』]+)』)/gu;
const MARKS = /["“”„«»「」『』]/gu;
/** In a longer text quotation marks cite and hyphens dash; nobody types operators there (docs/adr/0022-operators-in-short-queries.md). */
const LONGEST_WITH_OPERATORS = 20;
/** From so many words around it on, a quoted text may be a citation in a sentence. */
const SENTENCE = 4;
const EXCLUDED_WORD = /(?<=^|\s)-(\p{L}[^\s"“”„«»「」『』]*)/gu;
/** What stands in backticks is written as it is, whatever stands in it. */
const CODE = /(`[^`\n]+`)/gu;
/** What is looked for first wins where two begin at one place, and nothing is an operator within another. */
const OPERATORS = new RegExp([CODE, PHRASE, EXCLUDED_WORD].map(({ source }) => source).join('|'), 'gu');
const LETTER = /^\p{L}$/u;
/** Who writes `--debug` writes the options of a command, and means them by `-d` as well. */
const LONG_OPTION = /(?<=^|\s)--\p{L}/u;

/** A query taken apart by its operators, nothing analysed yet. */
export interface QueryOperators {
  /** What is looked for, without quotation marks and without what is excluded. */
  readonly text: string;
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
  /** True when the query has operators but is too long for them to be meant. */
  readonly tookOperatorsAsText: boolean;
  /** True when what is quoted stands in a sentence: at least four words are outside quotation marks. */
  readonly mayCite: boolean;
}

/** Reads `"exact words"`, `-word` and `-"exact words"`. A quotation mark that is never closed, two hyphens or a hyphen before a digit are
 *  plain text, and so is everything in backticks, the options of a command (`-n`, and all beside a `--long` one), and everything in a query of more than
 *  20 words outside quotation marks. */
export function readOperators(query: string): QueryOperators {
  const read = findOperators(query);
  const outside = wordsOutside(query);
  const tookOperatorsAsText = read.phrases.length + read.excluded.length > 0 && outside > LONGEST_WITH_OPERATORS;
  const mayCite = read.phrases.length > 0 && outside >= SENTENCE;
  if (!tookOperatorsAsText) return { ...read, tookOperatorsAsText, mayCite };
  return {
    text: query.replace(MARKS, ' ').replace(/\s+/g, ' ').trim(),
    phrases: [],
    excluded: [],
    tookOperatorsAsText,
    mayCite,
  };
}

function findOperators(query: string): Pick<QueryOperators, 'text' | 'phrases' | 'excluded'> {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const hasOptions = LONG_OPTION.test(query.replace(PHRASE, ' '));
  const text = query.replace(OPERATORS, (written, ...[code, minus, straight, corner, white, word]: readonly (string | undefined)[]) => {
    if (code !== undefined) return code;
    if (word !== undefined) {
      if (hasOptions || isOneLetter(word)) return written;
      excluded.push(word);
      return ' ';
    }
    const phrase = straight ?? corner ?? white ?? '';
    (minus === '' ? phrases : excluded).push(phrase.trim());
    return minus === '' ? apart(phrase) : ' ';
  });
  return { text: text.replace(/\s+/g, ' ').trim(), phrases: phrases.filter(isNotEmpty), excluded: excluded.filter(isNotEmpty) };
}

/** `-n`: hardly anybody wishes a letter away. A character of Chinese may be a word. */
function isOneLetter(word: string): boolean {
  return LETTER.test(withoutSentenceEnd(word)) && !hasUnspaced(word);
}

/** A phrase as it goes into the text: where no spaces are written, its characters make no pairs with their neighbours. */
function apart(phrase: string): string {
  return hasUnspaced(phrase) ? ` ${phrase} ` : phrase;
}

/** Two characters of a script that writes no spaces count as a word. */
function wordsOutside(query: string): number {
  const runs = query.replace(PHRASE, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.reduce((words, run) => words + wordsWithin(run), 0);
}

function isNotEmpty(text: string): boolean {
  return text !== '';
}
