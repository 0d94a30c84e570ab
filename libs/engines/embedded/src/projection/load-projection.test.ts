import { plainTextAnalyser } from '@tributary/engines-port';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { findCollection } from '../reading/collections.js';
import { Store } from '../store/store.js';
import { VectorCache } from '../vectors/vector-cache.js';
import { loadProjection } from './load-projection.js';
import { ReadingTurns } from './reading-turns.js';

const DOCUMENTS = 12;

class CountedTurns extends ReadingTurns {
  count = 0;

  override next(left: number): Promise<void> {
    this.count++;
    return super.next(left);
  }
}

it('leaves the event loop to others between any two passages, and between any two documents', async () => {
  await using folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('c__g1', sampleCard(8));
  for (let n = 0; n < DOCUMENTS; n++)
    await engine.writeDocument(sampleDocument({ collection: 'c__g1', key: n.toString(), chunks: ['one', 'two', 'three'] }));
  await engine.close();

  const store = Store.open({ folder: folder.path });
  const turns = new CountedTurns();
  const parts = { analyser: plainTextAnalyser, vectorCache: new VectorCache(() => 0), turns, sliceMs: 0 };
  const projection = await loadProjection(store, { ...findCollection(store.reader, 'c__g1'), ...parts });
  store.close();

  expect(projection.points).toBe(3 * DOCUMENTS);
  // One before each part, and one after each row.
  expect(turns.count).toBe(1 + 3 * DOCUMENTS + 1 + DOCUMENTS);
});
