import type { CollectionRecord } from '@tributary/engines-port';
import { termIdsOf, toDirection, type CardSketch } from '@tributary/ranking';
import { BoundedCache } from '../embed/bounded-cache.js';
import type { SearchCollaborators } from '../search/collaborators.js';

const KEPT = 2_000;
/** Sentences and list items that are told apart, at most. */
const MOST_PARTS = 24;

/** What names and descriptions say, remembered by their text. */
export class CardSketches {
  readonly #common: SearchCollaborators['common'];
  readonly #known = new BoundedCache<CardSketch>(KEPT);

  constructor(common: SearchCollaborators['common']) {
    this.#common = common;
  }

  /** One for each collection, in their order. */
  async of(records: readonly CollectionRecord[], signal?: AbortSignal): Promise<readonly CardSketch[]> {
    const unknown = new Map(records.filter((record) => !this.#known.get(keyOf(record))).map((record) => [keyOf(record), record]));
    if (unknown.size > 0) await this.#read([...unknown.values()], signal);
    return records.map((record) => this.#known.get(keyOf(record)) ?? { terms: new Set(), topics: [] });
  }

  async #read(records: readonly CollectionRecord[], signal: AbortSignal | undefined): Promise<void> {
    const texts = records.map(partsOf);
    const vectors = await this.#common.embed(texts.flat(), { kind: 'document', ...(signal ? { signal } : {}) });
    let at = 0;
    records.forEach((record, i) => {
      const parts = texts[i] ?? [];
      const topics = vectors.slice(at, at + parts.length).map(toDirection);
      at += parts.length;
      this.#known.set(keyOf(record), { terms: termIdsOf(`${wordsOf(record)}\n${record.card.description}`), topics });
    });
  }
}

function keyOf({ name, card }: CollectionRecord): string {
  return `${name}\n${card.description}`;
}

/** A name is read as words: `bear_notes`, `wiki-history`. */
function wordsOf({ name }: CollectionRecord): string {
  return name.replace(/[._-]+/gu, ' ');
}

function partsOf(record: CollectionRecord): readonly string[] {
  const { description } = record.card;
  if (description.trim() === '') return [wordsOf(record)];
  const sentences = description
    .split(/(?<=[.;:!?])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return [...new Set([`${wordsOf(record)}: ${description}`, ...sentences])].slice(0, MOST_PARTS);
}
