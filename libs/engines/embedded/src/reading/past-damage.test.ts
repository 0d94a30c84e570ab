import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { useEngineAndStore, writeSample } from '../forgetting/engine-and-store.fixture.js';

const bed = useEngineAndStore();

/** A page of the second collection; the first one is `c__g1`. */
function page(asked: { readonly after?: string; readonly limit?: number; readonly signal?: AbortSignal }) {
  const { signal = AbortSignal.timeout(60_000), limit = 100, ...rest } = asked;
  return bed().engine.scroll({ collection: 'd__g1', pastDamage: true, limit, ...rest }, { signal });
}

async function writeSecond(chunks: readonly string[]): Promise<void> {
  await bed().engine.createCollection('d__g1', sampleCard(8));
  await bed().engine.writeDocument(sampleDocument({ collection: 'd__g1', key: 'log', version: 1, chunks: [...chunks] }));
}

it.each(['-4294967296', '-3000000', '-1', '-9e15', '1.5', '2', '4294967296', 'log', ''])(
  'reads past damage only within the collection, wherever a caller says to go on: %j',
  { timeout: 20_000 },
  async (after) => {
    await writeSample(bed(), { key: 'vault', version: 1, chunks: ['The plan of the vault.'] });
    await writeSecond(['A log.']);
    await expect(page({ after })).rejects.toMatchObject({ code: 'FILTER.INVALID' });
    expect((await page({ after: '0' })).points.map(({ payload }) => payload.content)).toEqual(['A log.']);
    expect(await page({ after: '1' })).toEqual({ points: [] });
  },
);

it('looks past damage at some thousand slots for a page, whether they fit or not, and stops when it is told to', async () => {
  const chunks = Array.from({ length: 5_500 }, (_, n) => `Line ${n.toString()}.`);
  await writeSecond(chunks);
  const filter = { must: [{ key: 'chunk_index', match: { value: 5_200 } }] };
  const { engine } = bed();
  const first = await engine.scroll({ collection: 'd__g1', pastDamage: true, limit: 10, filter });
  expect(first).toEqual({ points: [], next: '5000' });
  const second = await engine.scroll({ collection: 'd__g1', pastDamage: true, limit: 10, filter, after: '5000' });
  expect([second.points.length, second.next]).toEqual([1, undefined]);
  await expect(page({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});
