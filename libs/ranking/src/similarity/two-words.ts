import { PARTED } from '../analysis/parted-scripts.js';
import { matchesOfSignedNames } from '../query/signed-names.js';

/** The less telling of two words tells at least this share of both: beside it the other would be found by itself ("the aurora"). */
const LEAST_SHARE = 0.2;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;
const WORDS = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
/** A character of a script without blanks between words: a letter beside it may be of another word. */
const WITHOUT_BLANKS = new RegExp(`[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}]|${PARTED}`, 'u');

/** A query of two words, as a text has it that says them as they stand there. */
export class TwoWords {
  readonly #written: string;
  /** Whether both words tell something. */
  readonly #tell: boolean;

  /** @param weights of the two words */
  constructor(query: string, weights: readonly number[]) {
    this.#written = withoutSignsAround(withSingleBlanks(query.toLowerCase()));
    this.#tell = Math.min(...weights) >= LEAST_SHARE * weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** Whether a text in lower case says them, and not as parts of longer words. */
  areIn(lower: string): boolean {
    if (!this.#tell) return false;
    const text = withSingleBlanks(lower);
    for (let at = text.indexOf(this.#written); at >= 0; at = text.indexOf(this.#written, at + 1)) {
      const last = at + this.#written.length - 1;
      if (isApart(text.charAt(at), text.charAt(at - 1)) && isApart(text.charAt(last), text.charAt(last + 1))) return true;
    }
    return false;
  }
}

function withSingleBlanks(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** From its first word to its last one, with the signs of names: those of `.NET` and `C#` are part of them. */
function withoutSignsAround(text: string): string {
  const parts = [...text.matchAll(WORDS), ...matchesOfSignedNames(text)];
  const from = parts.reduce((first, { index }) => Math.min(first, index), text.length);
  const to = parts.reduce((last, { index, 0: { length } }) => Math.max(last, index + length), 0);
  return text.slice(from, to);
}

/** Whether what stands beside a character is of no word that goes on with it. */
function isApart(char: string, beside: string): boolean {
  return !LETTER_OR_DIGIT.test(beside) || WITHOUT_BLANKS.test(char) || WITHOUT_BLANKS.test(beside);
}
