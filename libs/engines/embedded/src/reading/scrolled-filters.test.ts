import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { useEngineAndStore } from '../forgetting/engine-and-store.fixture.js';

const bed = useEngineAndStore();
const where = (key: string, match: { readonly any: number[] }) => ({ must: [{ key, match }] });

it('pages through the points that fit, however many lie between them, and stops when it is told to', { timeout: 20_000 }, async () => {
  const { engine } = bed();
  const chunks = Array.from({ length: 1_300 }, (_, n) => `Line ${n.toString()}.`);
  await engine.createCollection('d__g1', sampleCard(8));
  await engine.writeDocument(sampleDocument({ collection: 'd__g1', key: 'log', version: 1, chunks }));

  const filter = where('chunk_index', { any: [3, 400, 401, 799, 1_250] });
  const found: number[] = [];
  let after: string | undefined;
  do {
    const page = await engine.scroll({ collection: 'd__g1', limit: 2, filter, ...(after === undefined ? {} : { after }) });
    expect(page.points.length).toBeLessThanOrEqual(2);
    found.push(...page.points.map(({ payload }) => payload.chunk_index));
    after = page.next;
  } while (after !== undefined);
  expect(found.toSorted((a, b) => a - b)).toEqual([3, 400, 401, 799, 1_250]);

  const nothing = { collection: 'd__g1', limit: 1, filter: where('chunk_index', { any: [5_000] }) };
  expect(await engine.scroll(nothing)).toEqual({ points: [] });
  await expect(engine.scroll(nothing, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});
