const CONTINUATION = '##';
/** Bits of an edge key that hold the letter; the vocabulary has about 1,000 distinct UTF-16 units. */
const LETTER_BITS = 11;
const MAX_LETTERS = 2 ** LETTER_BITS - 1;
const HASH_MULTIPLIER = 0x9e3779b1;

/** Node where pieces that begin a word start. */
export const WORD_START = 1;
/** Node where pieces that continue a word (written `##…` in the vocabulary) start. */
export const WORD_MIDDLE = 2;

/** A WordPiece vocabulary as a trie in typed arrays: no string is made while a text is cut into pieces. */
export class PieceTrie {
  /** Letter (from 1) of each UTF-16 unit; 0 for units that no piece contains. */
  readonly letters = new Uint16Array(65_536);
  readonly #keys: Int32Array;
  readonly #children: Int32Array;
  readonly #shift: number;
  readonly #pieces: Int32Array;
  #nodes = WORD_MIDDLE;
  #letterCount = 0;

  /** @param vocabulary one piece per row, in the order of the matrix */
  constructor(vocabulary: readonly string[]) {
    let units = 0;
    for (const piece of vocabulary) units += piece.length;
    const bits = Math.ceil(Math.log2(units * 1.25 + 16));
    this.#shift = 32 - bits;
    this.#keys = new Int32Array(2 ** bits);
    this.#children = new Int32Array(2 ** bits);
    this.#pieces = new Int32Array(units + WORD_MIDDLE + 1).fill(-1);
    vocabulary.forEach((piece, row) => {
      this.#insert(piece, row);
    });
  }

  /** The node below `node` by `letter`, or 0. */
  child(node: number, letter: number): number {
    const key = (node << LETTER_BITS) | letter;
    const mask = this.#keys.length - 1;
    for (let slot = Math.imul(key, HASH_MULTIPLIER) >>> this.#shift; ; slot = (slot + 1) & mask) {
      const found = this.#keys[slot] ?? 0;
      if (found === key) return this.#children[slot] ?? 0;
      if (found === 0) return 0;
    }
  }

  /** The row of the piece that ends at `node`, or -1. */
  pieceAt(node: number): number {
    return this.#pieces[node] ?? -1;
  }

  #insert(piece: string, row: number): void {
    const continues = piece.length > CONTINUATION.length && piece.startsWith(CONTINUATION);
    let node = continues ? WORD_MIDDLE : WORD_START;
    for (let at = continues ? CONTINUATION.length : 0; at < piece.length; at++) {
      node = this.#descend(node, this.#letterOf(piece.charCodeAt(at)));
    }
    this.#pieces[node] = row;
  }

  #letterOf(unit: number): number {
    const known = this.letters[unit] ?? 0;
    if (known !== 0) return known;
    if (this.#letterCount === MAX_LETTERS)
      throw new RangeError(`A vocabulary may have at most ${MAX_LETTERS.toString()} distinct characters.`);
    this.#letterCount++;
    this.letters[unit] = this.#letterCount;
    return this.#letterCount;
  }

  #descend(node: number, letter: number): number {
    const key = (node << LETTER_BITS) | letter;
    const mask = this.#keys.length - 1;
    let slot = Math.imul(key, HASH_MULTIPLIER) >>> this.#shift;
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    if (this.#keys[slot] === 0) {
      this.#nodes++;
      this.#keys[slot] = key;
      this.#children[slot] = this.#nodes;
    }
    return this.#children[slot] ?? 0;
  }
}
