/** Signs that end a sentence or stand around it, and are no part of a name as those of `.NET` and `C#` are. */
const AROUND = new Set('"\'“”„‘’«»()[]¿¡');
const BEHIND = new Set('?!.,;:…');
/** The less telling of two words tells at least this share of both: beside it the other would be found by itself ("the aurora"). */
const LEAST_SHARE = 0.2;
const LETTER_OR_DIGIT = /[\p{L}\p{M}\p{N}]/u;

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

  /** Whether a text in lower case says them, no letter or digit beside them. */
  areIn(lower: string): boolean {
    if (!this.#tell) return false;
    const text = withSingleBlanks(lower);
    for (let at = text.indexOf(this.#written); at >= 0; at = text.indexOf(this.#written, at + 1)) {
      const [before = '', after = ''] = [text[at - 1], text[at + this.#written.length]];
      if (!LETTER_OR_DIGIT.test(before) && !LETTER_OR_DIGIT.test(after)) return true;
    }
    return false;
  }
}

function withSingleBlanks(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function withoutSignsAround(text: string): string {
  let [from, to] = [0, text.length];
  while (AROUND.has(text.charAt(from))) from++;
  while (to > from && (AROUND.has(text.charAt(to - 1)) || BEHIND.has(text.charAt(to - 1)))) to--;
  return text.slice(from, to);
}
