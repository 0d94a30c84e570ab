import type { Filter } from '@tributary/contracts';
import { plainTextAnalyser } from '@tributary/engines-port';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { Projections } from '../projection/projections.js';
import { Store } from '../store/store.js';

const range = (bounds: { readonly gte?: number; readonly lt?: number }) => ({ key: 'chunk_index', range: bounds });
const BETWEEN: Filter = { must: [range({ gte: 3 }), range({ lt: 9 })], must_not: [range({ gte: 5, lt: 6 })] };

it.each([
  ['in one go', 100],
  ['ahead, in slices', 1_300],
])('shows each slot once to the index of a field that several conditions ask: %s', async (_, points) => {
  await using folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('c__g1', sampleCard(8));
  const store = Store.open({ folder: folder.path });
  const projections = new Projections(store, plainTextAnalyser);
  const sources = await projections.read('c__g1', { use: (empty) => empty.filters.complete(BETWEEN, empty, store.reader) });
  const [index] = sources.values();
  expect(new Set(sources.values())).toEqual(new Set([index]));
  if (index === undefined) throw new Error('The conditions have no index.');
  const seen: number[] = [];
  const add = index.add.bind(index);
  index.add = (slot, point) => {
    seen.push(slot);
    add(slot, point);
  };
  for (let from = 0, key = 0; from < points; from += 100, key++) {
    const chunks = Array.from({ length: 100 }, (__, n) => `chunk${n.toString()}`);
    await engine.writeDocument(sampleDocument({ collection: 'c__g1', key: key.toString(), chunks }));
  }
  await projections.read('c__g1', {
    prepare: (projection) => projection.filters.prepare(BETWEEN, projection, store.reader),
    use: (projection) => projection.filters.complete(BETWEEN, projection, store.reader),
  });
  expect(seen).toEqual(Array.from({ length: points }, (__, slot) => slot));
  expect(await engine.count('c__g1', BETWEEN)).toBe((points / 100) * 5);
  store.close();
  await engine.close();
});
