import { Engines, type CollectionRecord } from '@tributary/engines-port';
import { MemoryEngine, sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { localOwner, type Principal } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { CollectionCounts } from './visible-counts.js';

/** Takes calls and answers none, whatever their signals say. */
class HangingEngine extends MemoryEngine {
  override getCollection(): Promise<never> {
    return Promise.withResolvers<never>().promise;
  }
}

const notes: CollectionRecord = {
  v: 1,
  name: 'notes',
  engine: 'main',
  card: sampleCard(8),
  generation: 1,
  building: [],
  epoch: 0,
  removed: false,
};

describe('the counts of a collection', () => {
  it('are counted anew for a caller after the clock was set back', async () => {
    let now = 1_000_000;
    const main = new MemoryEngine({ name: 'main' });
    const counts = new CollectionCounts(new Engines(main), { now: () => now });
    const ada: Principal = { subject: 'ada', user_id: 'ada', groups: [], scopes: [], collections: ['*'], unrestricted: false };
    await main.createCollection('notes__g1', sampleCard(8));
    const write = (version: number, user_id: string) => {
      const document = sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['one'], version });
      return main.writeDocument({
        ...document,
        points: document.points.map((point) => ({ ...point, payload: { ...point.payload, user_id } })),
      });
    };
    await write(1, 'bob');
    expect(await counts.of(notes, ada)).toMatchObject({ points: 0 });
    await write(2, 'ada');
    expect(await counts.of(notes, ada)).toMatchObject({ points: 0 });
    now -= 365 * 86_400_000;
    expect(await counts.of(notes, ada)).toMatchObject({ points: 1 });
  });

  it('are those of its engine, and none within seconds where that hangs', async () => {
    const main = new MemoryEngine({ name: 'main' });
    await main.createCollection('notes__g1', sampleCard(8));
    await main.writeDocument(sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['one', 'two'] }));
    const counts = new CollectionCounts(new Engines(main, [new HangingEngine({ name: 'far' })]));
    expect(await counts.of(notes, localOwner)).toEqual({ documents: 1, points: 2, reachable: true });
    expect(await counts.of({ ...notes, engine: 'far' }, localOwner)).toEqual({ documents: 0, points: 0, reachable: false });
  });
});
