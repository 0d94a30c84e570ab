import { Tokenizer } from '@huggingface/tokenizers';
import { WordMemory, addedTokensOf } from './word-memory.js';

/** More tokens than a cut in the middle of a word can change. */
const MARGIN = 256;
/** A text is looked at in steps of so many UTF-16 units per token wanted; four are usual. */
const FIRST_STEP = 8;
const LAST_STEP = 128;

/** A text, or a pair of texts, as the model reads it. */
export interface TokenRow {
  readonly ids: readonly number[];
  /** Where the second text of a pair begins; 0 for a single text. */
  readonly second: number;
}

/** Turns texts and pairs of texts into token ids, special tokens around them, cut to what the model takes. */
export class TextTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #bare: (text: string) => readonly number[];
  readonly #maxTokens: number;
  readonly #before: readonly number[];
  readonly #after: readonly number[];

  constructor(tokenizer: object, config: object, maxTokens: number) {
    this.#tokenizer = new Tokenizer(tokenizer, config);
    const bare = (text: string) => this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
    const addedTokens = addedTokensOf(tokenizer, config);
    const words = addedTokens && new WordMemory(bare, addedTokens);
    this.#bare = words ? (text) => words.idsOf(text) : bare;
    this.#maxTokens = maxTokens;
    const { before, after } = around(this.#tokenizer.encode('a').ids, this.#bare('a'));
    this.#before = before;
    this.#after = after;
  }

  /** Ids of at most `maxTokens` tokens. Of a long text no more is read than that takes, since reading a megabyte takes half a second. */
  encode(text: string): TokenRow {
    const room = Math.max(1, this.#maxTokens - this.#before.length - this.#after.length);
    return { ids: [...this.#before, ...this.#cut(text, room), ...this.#after], second: 0 };
  }

  /** The query with each text. A long query leaves the text at least half of the room. */
  encodePairs(query: string, texts: readonly string[]): readonly TokenRow[] {
    const { before, after: rest } = around(this.#tokenizer.encode('a', { text_pair: 'b' }).ids, this.#bare('a'));
    const { before: between, after } = around(rest, this.#bare('b'));
    const room = Math.max(2, this.#maxTokens - before.length - between.length - after.length);
    const first = [...before, ...this.#cut(query, Math.floor(room / 2)), ...between];
    const left = this.#maxTokens - first.length - after.length;
    return texts.map((text) => ({ ids: [...first, ...this.#cut(text, Math.max(1, left)), ...after], second: first.length }));
  }

  #cut(text: string, room: number): readonly number[] {
    const ids = this.#encodeStart(text, room);
    return ids.length > room ? ids.slice(0, room) : ids;
  }

  #encodeStart(text: string, room: number): readonly number[] {
    const wanted = room + MARGIN;
    for (let step = FIRST_STEP; step <= LAST_STEP && wanted * step < text.length; step *= 4) {
      const ids = this.#bare(text.slice(0, wanted * step));
      if (ids.length >= wanted || step === LAST_STEP) return ids;
    }
    return this.#bare(text);
  }
}

/** What stands before and after a run of ids. */
function around(
  whole: readonly number[],
  run: readonly number[],
): { readonly before: readonly number[]; readonly after: readonly number[] } {
  const at = Math.max(
    0,
    whole.findIndex((_, start) => run.every((id, i) => whole[start + i] === id)),
  );
  return { before: whole.slice(0, at), after: whole.slice(at + run.length) };
}
