import type { CollectionRecord } from '@tributary/engines-port';
import { sketchCards, type CardSketch } from '@tributary/ranking';
import { BoundedCache } from '../embed/bounded-cache.js';
import type { SearchCollaborators } from '../search/collaborators.js';

const KEPT = 2_000;

/** What names and descriptions say, remembered by their text. */
export class CardSketches {
  readonly #common: SearchCollaborators['common'];
  readonly #known = new BoundedCache<CardSketch>(KEPT);

  constructor(common: SearchCollaborators['common']) {
    this.#common = common;
  }

  /** One for each collection, in their order. */
  async of(records: readonly CollectionRecord[], signal?: AbortSignal): Promise<readonly CardSketch[]> {
    const sketches = new Map(records.map((record) => [keyOf(record), this.#known.get(keyOf(record))]));
    const unknown = [...new Map(records.map((record) => [keyOf(record), record])).entries()].filter(
      ([key]) => sketches.get(key) === undefined,
    );
    const cards = unknown.map(([, { name, card }]) => ({ name, description: card.description }));
    const made = await sketchCards(cards, (texts) => this.#common.embed(texts, { kind: 'document', ...(signal ? { signal } : {}) }));
    unknown.forEach(([key], at) => {
      const sketch = made[at];
      sketches.set(key, sketch);
      if (sketch !== undefined) this.#known.set(key, sketch);
    });
    return records.map((record) => sketches.get(keyOf(record)) ?? { terms: new Set(), topics: [] });
  }
}

function keyOf({ name, card }: CollectionRecord): string {
  return `${name}\n${card.description}`;
}
