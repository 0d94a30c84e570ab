import { Card, CardFields } from '@tributary/contracts';
import { Engines, type CollectionRecord, type ForeignPoint, type ForeignScrollRequest } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { MakersDates } from './makers-dates.js';

class Counted extends MemoryForeign {
  asked = 0;

  override scroll(request: ForeignScrollRequest) {
    this.asked++;
    return super.scroll(request);
  }
}

const dense = { name: '', kind: 'dense', dimension: 2, distance: 'cosine' } as const;
const collection = (points: readonly ForeignPoint[]) => ({ name: 'house', vectors: [dense], metadata: {}, points });
const recordOf = (fields: CardFields): CollectionRecord => {
  const card = Card.parse({ model: { name: 'static', dimension: 2 }, fields, created_at: '2026-01-01T00:00:00Z' });
  return { v: 1, name: 'house', engine: 'main', card, generation: 1, building: [], epoch: 0, adopted: 'house', removed: false };
};

it('is asked of a few points once they are there, and only where the card has a place for dates', async () => {
  const foreign = new Counted([collection([])]);
  let now = 0;
  const dates = new MakersDates({ engines: new Engines(new MemoryEngine({ name: 'main', foreign })), clock: { now: () => now } });
  const { signal } = new AbortController();
  const dated = recordOf(CardFields.parse({ text: 'text', created_at: 'made', modified_at: 'changed' }));
  expect([await dates.of(dated, signal), await dates.of(dated, signal)]).toEqual([new Map(), new Map()]);
  now = 5_000;
  foreign.set('house', collection([{ id: '1', payload: { made: 1_700_000_000, changed: '2026-01-01' }, vectors: new Map() }]));
  const expected = new Map([['made', { unit: 's', isWhole: true }]]);
  expect([await dates.of(dated, signal), await dates.of(dated, signal)]).toEqual([expected, expected]);
  expect(foreign.asked).toBe(2);
  expect(await dates.of(recordOf(CardFields.parse({ text: 'text' })), signal)).toEqual(new Map());
  expect(foreign.asked).toBe(2);
});

it('is asked again after five seconds where no point had a date, and after five minutes where one had', async () => {
  const point = (id: string, payload: ForeignPoint['payload']) => ({ id, payload, vectors: new Map() });
  const foreign = new Counted([collection([point('1', { changed: '2026-01-01' })])]);
  let now = 0;
  const dates = new MakersDates({ engines: new Engines(new MemoryEngine({ name: 'main', foreign })), clock: { now: () => now } });
  const dated = recordOf(CardFields.parse({ text: 'text', created_at: 'made', modified_at: 'changed' }));
  const places = async () => [...(await dates.of(dated, new AbortController().signal)).keys()];
  expect(await places()).toEqual([]);
  foreign.set('house', collection([point('1', { changed: 1_700_000_000, made: 1_700_000_000 })]));
  now = 4_999;
  expect(await places()).toEqual([]);
  expect(foreign.asked).toBe(1);
  now = 5_000;
  expect([await places(), await places()]).toEqual([['made'], ['made']]);
  expect(foreign.asked).toBe(2);
  now = 300_000;
  expect(await places()).toEqual(['made', 'changed']);
  expect(foreign.asked).toBe(3);
});
