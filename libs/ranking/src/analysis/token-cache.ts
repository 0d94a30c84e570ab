import type { Token } from './token.js';

/** Longer runs are rare and would fill the cache with what never comes again. */
const MAX_CACHED_LENGTH = 40;

/** Remembers the tokens of runs of characters in two generations: when the young one is full it becomes the old one, so that what is in use
 *  stays and memory is bounded. */
export class TokenCache {
  #young = new Map<string, readonly Token[]>();
  #old = new Map<string, readonly Token[]>();

  readonly #make: (run: string) => readonly Token[];
  readonly #generationSize: number;

  constructor(make: (run: string) => readonly Token[], generationSize: number) {
    this.#make = make;
    this.#generationSize = generationSize;
  }

  get(run: string): readonly Token[] {
    const known = this.#young.get(run);
    if (known !== undefined) return known;
    const tokens = this.#old.get(run) ?? this.#make(run);
    if (run.length <= MAX_CACHED_LENGTH) this.#keep(detached(run), tokens);
    return tokens;
  }

  #keep(run: string, tokens: readonly Token[]): void {
    if (this.#young.size >= this.#generationSize) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(run, tokens);
  }
}

/** A copy that does not keep the text it was cut from in memory, as a slice in V8 does. */
function detached(run: string): string {
  return String.fromCharCode(...Array.from({ length: run.length }, (_, at) => run.charCodeAt(at)));
}
