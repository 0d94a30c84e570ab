import { hasUnspaced } from '../analysis/unspaced.js';
import { stringsOfCode } from './code-strings.js';
import { isPastedMessage } from './pasted-message.js';
import { plainHyphens } from './plain-hyphens.js';
import { withoutSentenceEnd } from './sentence-end.js';
import { withReplaced, writtenOperators, type WrittenOperator } from './written-operators.js';

const LETTER = /^\p{L}$/u;
/** Who writes `--debug` writes the options of a command, and means them by `-d` as well. */
const LONG_OPTION = /(?<=^|\s)--\p{L}/u;

/** What has the form of an operator, and how it is read: as one, as a string of code, as a mark of a pasted message, as a hyphen that excludes nothing, or as plain text that nobody takes for more. */
export interface ReadOperator extends WrittenOperator {
  readonly reading: 'demand' | 'exclusion' | 'string' | 'message' | 'hyphen' | 'plain';
}

export function readEachOperator(query: string): readonly ReadOperator[] {
  const written = writtenOperators(query);
  const quoted = written.filter(isQuoted);
  const strings = stringsOfCode(query, quoted);
  const isMessage = isPastedMessage(query, quoted);
  const hyphens = plainHyphens(query);
  const hasOptions = LONG_OPTION.test(withReplaced(query, written, (one) => (isPhrase(one) && !strings.has(one) ? ' ' : one.written)));
  const readingOf = (one: WrittenOperator): ReadOperator['reading'] => {
    if (strings.has(one)) return 'string';
    if (isQuoted(one)) return isMessage ? 'message' : 'demand';
    if (isPhrase(one)) return 'exclusion';
    if (one.word === undefined || hasOptions || isOneLetter(one.word)) return 'plain';
    return hyphens.has(one.at) ? 'hyphen' : 'exclusion';
  };
  return written.map((one) => ({ ...one, reading: readingOf(one) }));
}

function isPhrase({ phrase }: WrittenOperator): boolean {
  return phrase !== undefined;
}

function isQuoted(one: WrittenOperator): boolean {
  return isPhrase(one) && !one.hasHyphen;
}

/** `-n`: hardly anybody wishes a letter away. A character of Chinese may be a word. */
function isOneLetter(word: string): boolean {
  return LETTER.test(withoutSentenceEnd(word)) && !hasUnspaced(word);
}
