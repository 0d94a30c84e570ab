import { Kind, type CharacterKinds } from './character-kinds.js';
import { WORD_MIDDLE, WORD_START, type PieceTrie } from './piece-trie.js';

/** A longer word is unknown as a whole, as in BERT. */
const MAX_WORD_CHARACTERS = 100;
const MAX_WORD_UNITS = 2 * MAX_WORD_CHARACTERS;

/** Cuts text into WordPieces and counts them, without making a string: lower-case, accents stripped, camelCase split, Han characters alone,
 *  no special pieces, no truncation. Text may come in slices of one string, so that a long one need not be taken in at a stretch. */
export class PieceCounter {
  /** Occurrences of each row since `clear`. */
  readonly counts: Uint32Array;
  /** The rows that occur, in order of appearance; only the first `distinct` are valid. */
  readonly rows: Int32Array;
  distinct = 0;
  readonly #trie: PieceTrie;
  readonly #characters: CharacterKinds;
  readonly #word = new Uint16Array(MAX_WORD_UNITS);
  readonly #pieces = new Int32Array(MAX_WORD_UNITS);
  #units = 0;
  #wordCharacters = 0;

  constructor(trie: PieceTrie, characters: CharacterKinds, rows: number) {
    this.#trie = trie;
    this.#characters = characters;
    this.counts = new Uint32Array(rows);
    this.rows = new Int32Array(rows);
  }

  /** Takes in `text` from `start` to `end` and returns where to go on: one further than `end` when that lies inside a surrogate pair. */
  feed(text: string, start: number, end: number): number {
    const { kinds, forms } = this.#characters;
    let at = start;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      let kind = kinds[unit] ?? 0;
      if (kind === Kind.unknown) kind = this.#characters.classify(unit);
      if (kind === Kind.letter) this.#append(forms[unit] ?? 0);
      else if (kind === Kind.space) this.#endWord();
      else if (kind === Kind.capital) {
        if (this.#units > 0 && isCamelCaseBorder(text, at)) this.#endWord();
        this.#append(forms[unit] ?? 0);
      } else if (kind === Kind.alone) this.#addAlone(forms[unit] ?? 0);
      else if (kind === Kind.composed) at += this.#addComposed(text, at);
    }
    return at;
  }

  /** Ends the last word. */
  finish(): void {
    this.#endWord();
  }

  clear(): void {
    for (let i = 0; i < this.distinct; i++) this.counts[this.rows[i] ?? 0] = 0;
    this.distinct = 0;
    this.#units = 0;
    this.#wordCharacters = 0;
  }

  #append(unit: number): void {
    this.#wordCharacters++;
    if (this.#wordCharacters <= MAX_WORD_CHARACTERS) this.#word[this.#units++] = this.#trie.letters[unit] ?? 0;
  }

  #addAlone(unit: number): void {
    this.#endWord();
    this.#append(unit);
    this.#endWord();
  }

  /** Returns how many further units of `text` the character took. */
  #addComposed(text: string, at: number): number {
    const codePoint = text.codePointAt(at) ?? 0;
    const { units, alone } = this.#characters.composition(codePoint);
    if (alone) this.#endWord();
    for (const unit of units) this.#append(unit);
    if (alone) this.#endWord();
    return codePoint > 0xffff ? 1 : 0;
  }

  #endWord(): void {
    if (this.#wordCharacters > 0 && this.#wordCharacters <= MAX_WORD_CHARACTERS) this.#countPieces();
    this.#units = 0;
    this.#wordCharacters = 0;
  }

  /** Longest piece first; a word with a rest that no piece begins counts as nothing. */
  #countPieces(): void {
    const trie = this.#trie;
    let found = 0;
    let at = 0;
    while (at < this.#units) {
      let node: number = at === 0 ? WORD_START : WORD_MIDDLE;
      let piece = -1;
      let next = at;
      for (let i = at; i < this.#units; i++) {
        node = trie.child(node, this.#word[i] ?? 0);
        if (node === 0) break;
        const ending = trie.pieceAt(node);
        if (ending >= 0) {
          piece = ending;
          next = i + 1;
        }
      }
      if (piece < 0) return;
      this.#pieces[found++] = piece;
      at = next;
    }
    for (let i = 0; i < found; i++) this.#count(this.#pieces[i] ?? 0);
  }

  #count(row: number): void {
    const before = this.counts[row] ?? 0;
    if (before === 0) this.rows[this.distinct++] = row;
    this.counts[row] = before + 1;
  }
}

/** Before the capital at `at`: `aB` and `1B`, and the last capital of `ABc`. */
function isCamelCaseBorder(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  if ((before >= 0x61 && before <= 0x7a) || (before >= 0x30 && before <= 0x39)) return true;
  const after = text.charCodeAt(at + 1);
  return before >= 0x41 && before <= 0x5a && after >= 0x61 && after <= 0x7a;
}
