import { Tokenizer } from '@huggingface/tokenizers';

/** More tokens than a cut in the middle of a word can change. */
const MARGIN = 256;
/** A text is looked at in steps of so many UTF-16 units per token wanted; four are usual. */
const FIRST_STEP = 8;
const LAST_STEP = 128;

/** Turns texts into token ids, special tokens around them, cut to what the model takes. */
export class TextTokenizer {
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;
  readonly #before: readonly number[];
  readonly #after: readonly number[];

  constructor(tokenizer: object, config: object, maxTokens: number) {
    this.#tokenizer = new Tokenizer(tokenizer, config);
    this.#maxTokens = maxTokens;
    const whole = this.#tokenizer.encode('a').ids;
    const bare = this.#tokenizer.encode('a', { add_special_tokens: false }).ids;
    const at = whole.findIndex((_, start) => bare.every((id, i) => whole[start + i] === id));
    this.#before = whole.slice(0, Math.max(0, at));
    this.#after = whole.slice(Math.max(0, at) + bare.length);
  }

  /** Ids of at most `maxTokens` tokens. Of a long text no more is read than that takes, since reading a megabyte takes half a second. */
  encode(text: string): readonly number[] {
    const room = Math.max(1, this.#maxTokens - this.#before.length - this.#after.length);
    const ids = this.#encodeStart(text, room);
    return [...this.#before, ...(ids.length > room ? ids.slice(0, room) : ids), ...this.#after];
  }

  #encodeStart(text: string, room: number): readonly number[] {
    const wanted = room + MARGIN;
    for (let step = FIRST_STEP; step <= LAST_STEP && wanted * step < text.length; step *= 4) {
      const ids = this.#bare(text.slice(0, wanted * step));
      if (ids.length >= wanted || step === LAST_STEP) return ids;
    }
    return this.#bare(text);
  }

  #bare(text: string): readonly number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }
}
