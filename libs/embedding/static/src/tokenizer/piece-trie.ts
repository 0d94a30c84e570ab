const LINE_FEED = 10;
const HASH_SIGN = 35;
/** Bits of an edge key that hold the letter; the vocabulary has about 1,000 distinct UTF-16 units. */
const LETTER_BITS = 11;
const MAX_LETTERS = 2 ** LETTER_BITS - 1;
const HASH_MULTIPLIER = 0x9e3779b1;

/** Node where pieces that begin a word start. */
export const WORD_START = 1;
/** Node where pieces that continue a word (written `##…` in the vocabulary) start. */
export const WORD_MIDDLE = 2;

/** A trie as typed arrays in memory that threads share. */
export interface TrieTables {
  /** Letter (from 1) of each UTF-16 unit; 0 for units that no piece contains. */
  readonly letters: Uint16Array;
  /** A hash table with open addressing: key (node and letter) and child of an edge side by side. */
  readonly edges: Int32Array;
  /** Row of the piece that ends at a node, plus 1. */
  readonly endings: Int32Array;
  readonly rows: number;
}

/** A WordPiece vocabulary as a trie in typed arrays: no string is made while it is built or while a text is cut into pieces. */
export class PieceTrie {
  /** Letter (from 1) of each UTF-16 unit; 0 for units that no piece contains. */
  readonly letters: Uint16Array;
  /** Number of pieces. */
  readonly rows: number;
  readonly #edges: Int32Array;
  readonly #endings: Int32Array;
  readonly #mask: number;
  readonly #shift: number;

  constructor({ letters, edges, endings, rows }: TrieTables) {
    this.letters = letters;
    this.rows = rows;
    this.#edges = edges;
    this.#endings = endings;
    this.#mask = edges.length / 2 - 1;
    this.#shift = shiftOf(edges);
  }

  /** @param vocabulary one piece per line, in the order of the matrix, each line ended */
  static tablesOf(vocabulary: string): TrieTables {
    return build(vocabulary);
  }

  /** The node below `node` by `letter`, or 0. */
  child(node: number, letter: number): number {
    const key = (node << LETTER_BITS) | letter;
    for (let slot = Math.imul(key, HASH_MULTIPLIER) >>> this.#shift; ; slot = (slot + 1) & this.#mask) {
      const found = this.#edges[2 * slot] ?? 0;
      if (found === key) return this.#edges[2 * slot + 1] ?? 0;
      if (found === 0) return 0;
    }
  }

  /** The row of the piece that ends at `node`, or -1. */
  pieceAt(node: number): number {
    return (this.#endings[node] ?? 0) - 1;
  }
}

// One loop over local variables: it runs once, before the compiler has optimised anything, and half the time to load the model goes into it.
function build(vocabulary: string): TrieTables {
  const letters = new Uint16Array(new SharedArrayBuffer(65_536 * Uint16Array.BYTES_PER_ELEMENT));
  const edges = newEdges(vocabulary.length);
  const endings = sharedInts(vocabulary.length + WORD_MIDDLE + 1);
  const shift = shiftOf(edges);
  const mask = edges.length / 2 - 1;
  let letterCount = 0;
  let nodes = WORD_MIDDLE;
  let rows = 0;
  for (let at = 0; at < vocabulary.length; at++) {
    let node: number = continues(vocabulary, at) ? WORD_MIDDLE : WORD_START;
    if (node === WORD_MIDDLE) at += 2;
    for (; at < vocabulary.length; at++) {
      const unit = vocabulary.charCodeAt(at);
      if (unit === LINE_FEED) break;
      let letter = letters[unit] ?? 0;
      if (letter === 0) letters[unit] = letter = checked(++letterCount);
      const key = (node << LETTER_BITS) | letter;
      let slot = Math.imul(key, HASH_MULTIPLIER) >>> shift;
      while (edges[2 * slot] !== 0 && edges[2 * slot] !== key) slot = (slot + 1) & mask;
      if (edges[2 * slot] === 0) {
        edges[2 * slot] = key;
        edges[2 * slot + 1] = ++nodes;
      }
      node = edges[2 * slot + 1] ?? 0;
    }
    endings[node] = ++rows;
  }
  return { letters, edges, endings, rows };
}

/** There are no more edges than units, so a fifth of the slots at least stays free. */
function newEdges(units: number): Int32Array {
  return sharedInts(2 * 2 ** Math.ceil(Math.log2(units * 1.25 + 16)));
}

function sharedInts(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
}

function shiftOf(edges: Int32Array): number {
  return 32 - Math.log2(edges.length / 2);
}

function continues(vocabulary: string, at: number): boolean {
  return (
    vocabulary.charCodeAt(at) === HASH_SIGN && vocabulary.charCodeAt(at + 1) === HASH_SIGN && vocabulary.charCodeAt(at + 2) !== LINE_FEED
  );
}

function checked(letterCount: number): number {
  if (letterCount > MAX_LETTERS) throw new RangeError(`A vocabulary may have at most ${MAX_LETTERS.toString()} distinct characters.`);
  return letterCount;
}
