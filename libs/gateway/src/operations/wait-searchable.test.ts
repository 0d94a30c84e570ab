import { Catalog, Engines } from '@tributary/engines-port';
import { MemoryEngine, sampleCard } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { waitSearchable } from './wait-searchable.js';

class DownEngine extends MemoryEngine {
  override health() {
    return Promise.resolve({ name: this.name, kind: this.kind, status: 'down' as const });
  }
}

/** Waits in these engines for a document that never becomes searchable. @returns whether it did, and how long was waited each time */
async function wait(engine: MemoryEngine) {
  const main = new MemoryEngine({ name: 'main' });
  const catalog = new Catalog(main.records);
  const place = { engine: engine.name, card: sampleCard(8), generation: 1, building: [], epoch: 0, removed: false };
  await catalog.collections.change('notes', () => ({ set: { v: 1, name: 'notes', ...place } }));
  const waited: number[] = [];
  const awaitIndexed = {
    run: (_: unknown, { timeoutMs }: { readonly timeoutMs: number }) => Promise.resolve(waited.push(timeoutMs) < 0),
  };
  const engines = new Engines(main, [engine]);
  const signal = new AbortController().signal;
  const searchable = await waitSearchable({ awaitIndexed, catalog, engines }, [{ collection: 'notes', key: 'a', version: 1 }], signal);
  return { searchable, waited };
}

it('waits for what was written as long as its engine answers, and for one that is down no longer than it takes to tell', async () => {
  expect(await wait(new MemoryEngine({ name: 'far' }))).toEqual({ searchable: false, waited: [5000, 25_000] });
  expect(await wait(new DownEngine({ name: 'far' }))).toEqual({ searchable: false, waited: [5000] });
});
