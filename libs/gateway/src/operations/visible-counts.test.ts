import { Engines, type CollectionRecord } from '@tributary/engines-port';
import { MemoryEngine, sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { localOwner } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { CollectionCounts } from './visible-counts.js';

/** Takes calls and answers none, whatever their signals say. */
class HangingEngine extends MemoryEngine {
  override getCollection(): Promise<never> {
    return Promise.withResolvers<never>().promise;
  }
}

describe('the counts of a collection', () => {
  it('are those of its engine, and none within seconds where that hangs', async () => {
    const main = new MemoryEngine({ name: 'main' });
    await main.createCollection('notes__g1', sampleCard(8));
    await main.writeDocument(sampleDocument({ collection: 'notes__g1', key: 'a', chunks: ['one', 'two'] }));
    const counts = new CollectionCounts(new Engines(main, [new HangingEngine({ name: 'far' })]));
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
    expect(await counts.of(notes, localOwner)).toEqual({ documents: 1, points: 2, reachable: true });
    expect(await counts.of({ ...notes, engine: 'far' }, localOwner)).toEqual({ documents: 0, points: 0, reachable: false });
  });
});
