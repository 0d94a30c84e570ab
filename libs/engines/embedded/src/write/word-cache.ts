/** Words of one generation. */
const GENERATION = 50_000;

/** The numbers of words used lately: when a generation is full the one before it is forgotten. */
export class WordCache {
  #recent = new Map<string, number>();
  #older = new Map<string, number>();

  get(word: string): number | undefined {
    const recent = this.#recent.get(word);
    if (recent !== undefined) return recent;
    const older = this.#older.get(word);
    if (older !== undefined) this.set(word, older);
    return older;
  }

  /** Whether these are all the words there are, so that any other is new. @param words of the collection */
  holdsAll(words: number): boolean {
    return this.#older.size === 0 && this.#recent.size === words;
  }

  set(word: string, number: number): void {
    if (this.#recent.size >= GENERATION) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(word, number);
  }
}
