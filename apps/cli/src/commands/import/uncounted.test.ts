import type { CollectionSummary } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { afterEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';

/** Of which a caller's share is still being counted until documents are handed in, or afterwards. */
class UncountedOperations extends MemoryOperations {
  constructor(readonly when: 'before' | 'after') {
    super();
  }

  override async listCollections() {
    const all = await super.listCollections();
    const isBefore = !all.some(({ name }) => name === 'papers');
    const reason = 'what you may see in it is still being counted: ask again for the numbers';
    const uncounted = { documents: 0, chunks: 0, counted: 'not_yet', status_reason: reason } as const;
    const notes: CollectionSummary = { ...summary, name: 'notes', chunks: 900 };
    const seen = [...all, notes];
    return isBefore === (this.when === 'before') ? seen.map((one) => ({ ...one, ...uncounted })) : seen;
  }
}

const summary: Omit<CollectionSummary, 'name' | 'chunks'> = {
  engine: 'main',
  description: '',
  description_generated: false,
  model: { name: 'static', dimension: 8 },
  documents: 1,
  status: 'ready',
  created_at: '2026-01-01T00:00:00Z',
};

let server: TestServer;
afterEach(() => server.stop());

it.each(['before', 'after'] as const)('tells no number of chunks where some were not counted %s, and ends well', async (when) => {
  server = await startTestServer(new UncountedOperations(when));
  const run = ['import', '-', '--collection', 'papers', '--data', server.data];
  const first = await tributary(run, { input: JSON.stringify({ id: 'a', content: 'A paper.' }) });
  expect(first.stdout).toMatch(/\nSearchable after \d+\.\d s: 1 document\.\n$/);
  expect([first.code, first.stderr]).toEqual([0, expect.not.stringContaining('counted')]);
});

it('leaves them out of what programs read, too', async () => {
  server = await startTestServer(new UncountedOperations('after'));
  const run = ['import', '-', '--collection', 'papers', '--data', server.data, '--json'];
  const { code, stdout } = await tributary(run, { input: JSON.stringify({ id: 'a', content: 'A paper.' }) });
  const told: unknown = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(told).toMatchObject({ documents: 1, finished: true });
  expect(told).not.toHaveProperty('chunks');
  expect(told).not.toHaveProperty('chunks_per_second');
});
