import { Card, CardFields } from '@tributary/contracts';
import type { CollectionReader, CollectionRecord, ForeignPoint } from '@tributary/engines-port';
import { MemoryForeign } from '@tributary/engines-port/memory';

/** A collection of another program, bound by a card. */
export const HOUSE: CollectionRecord = {
  v: 1,
  name: 'house',
  engine: 'main',
  card: Card.parse({
    model: { name: 'static', dimension: 2 },
    fields: CardFields.parse({ text: 'document', metadata: 'metadata' }),
    created_at: '2026-01-01T00:00:00Z',
  }),
  generation: 1,
  building: [],
  epoch: 0,
  adopted: 'house',
  removed: false,
};

export const HOUSE_VECTOR = { name: '', kind: 'dense', dimension: 2, distance: 'cosine' } as const;

/** For what a test does not come to. */
export const unread = () => Promise.reject(new Error('not read here'));

/** Reads points by ids and filters, and nothing else. */
export function readerOf({ card }: CollectionRecord, points: readonly ForeignPoint[]): CollectionReader {
  const reader = new MemoryForeign([{ name: 'house', vectors: [HOUSE_VECTOR], metadata: {}, points }]).open('house', card);
  const others = { nominate: unread, scroll: unread, count: unread, suggestWords: unread, wordsBeginning: unread };
  return { ...others, showsWholeDocuments: false, read: (selector) => reader.read(selector) };
}
