import { Uint32Column } from '../memory/columns.js';

const UNKNOWN = 0;
const NONE = 1;
const ENTRIES = 2;

/** Which documents are made of entries, as was found when they were nominated. */
export class EntriedDocuments {
  readonly #known = new Uint32Column();

  /** Undefined where nobody looked. */
  of(document: number): boolean | undefined {
    const known = this.#known.at(document);
    return known === UNKNOWN ? undefined : known === ENTRIES;
  }

  learn(document: number, isOfEntries: boolean): void {
    this.#known.set(document, isOfEntries ? ENTRIES : NONE);
  }

  /** It has another version. */
  forget(document: number): void {
    if (this.#known.at(document) !== UNKNOWN) this.#known.set(document, UNKNOWN);
  }
}
