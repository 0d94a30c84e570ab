import type { Filter } from '@tributary/contracts';
import { plainTextAnalyser } from '@tributary/engines-port';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it, vi } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { Projections } from '../projection/projections.js';
import { Store } from '../store/store.js';
import { evaluateFilter } from './evaluate-filter.js';
import { FilterIndexes } from './filter-indexes.js';

const range = (bounds: { readonly gte?: number; readonly lt?: number }) => ({ key: 'chunk_index', range: bounds });
const atOnce = <R>(work: () => R): Promise<R> =>
  new Promise((resolve) => {
    resolve(work());
  });
const BETWEEN: Filter = { must: [range({ gte: 3 }), range({ lt: 9 })], must_not: [range({ gte: 5, lt: 6 })] };

it.each([
  ['in one go', 100],
  ['ahead, in many slices', 1_300],
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
    prepare: (projection) => projection.filters.prepare(BETWEEN, { target: projection, reader: store.reader, inTurn: atOnce }),
    use: (projection) => projection.filters.complete(BETWEEN, projection, store.reader),
  });
  expect(seen).toEqual(Array.from({ length: points }, (__, slot) => slot));
  expect(await engine.count('c__g1', BETWEEN)).toBe((points / 100) * 5);
  store.close();
  await engine.close();
});

describe('a condition on texts', () => {
  const POINTS = 60;
  const SAYS_SO: Filter = { must_not: [{ key: 'content', match: { text: 'chunk7' } }] };

  /** Sixty long texts, shown to the indexes by a clock that goes on by a millisecond whenever it is looked at. */
  async function longTexts() {
    const folder = await temporaryFolder();
    const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    await engine.createCollection('c__g1', sampleCard(8));
    const chunks = Array.from({ length: POINTS }, (_, n) => `chunk${n.toString()} ${'and more '.repeat(40)}`);
    await engine.writeDocument(sampleDocument({ collection: 'c__g1', key: 'long', chunks }));
    const store = Store.open({ folder: folder.path });
    const projections = new Projections(store, plainTextAnalyser);
    const target = await projections.read('c__g1', { use: (projection) => projection });
    let now = 0;
    const indexes = new FilterIndexes(plainTextAnalyser, () => now++);
    return {
      indexes,
      complete: () =>
        evaluateFilter(SAYS_SO, {
          target,
          sources: indexes.complete(SAYS_SO, target, store.reader),
          reader: store.reader,
          analyser: plainTextAnalyser,
        }).size,
      prepare: (options: { readonly signal?: AbortSignal; readonly inTurn: <R>(work: () => R) => Promise<R> }) =>
        indexes.prepare(SAYS_SO, { target, reader: store.reader, ...options }),
      /** How often the store is read meanwhile. */
      readsOf: <T>(run: () => T) => {
        const read = vi.spyOn(store.reader, 'sql');
        const value = run();
        return { reads: read.mock.calls.length, value };
      },
      [Symbol.asyncDispose]: async () => {
        store.close();
        await engine.close();
        await folder.remove();
      },
    };
  }

  it('is read ahead to the end though its field turns out to hold texts, in slices by time', async () => {
    await using texts = await longTexts();
    let turns = 0;
    await texts.prepare({
      inTurn: (work) => {
        turns++;
        return atOnce(work);
      },
    });
    // Five milliseconds each, and one slice in which the field is found to be none to index.
    expect(turns).toBeGreaterThanOrEqual(POINTS / 5);
    expect(texts.readsOf(texts.complete)).toEqual({ reads: 0, value: POINTS - 1 });
  });

  it('is read no further once nobody waits, and from there on the next time', async () => {
    await using texts = await longTexts();
    const stop = new AbortController();
    const slices = { first: 0, second: 0 };
    const slice =
      (of: keyof typeof slices) =>
      <R>(work: () => R) => {
        slices[of]++;
        const done = atOnce(work);
        if (of === 'first' && slices.first === 8) stop.abort();
        return done;
      };
    await expect(texts.prepare({ signal: stop.signal, inTurn: slice('first') })).rejects.toThrow();
    expect(slices.first).toBe(9);
    await texts.prepare({ inTurn: slice('second') });
    expect(slices.second).toBeLessThanOrEqual(POINTS / 5);
    expect(texts.complete()).toBe(POINTS - 1);
  });
});
