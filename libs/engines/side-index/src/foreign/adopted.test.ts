import type { Condition, Filter } from '@tributary/contracts';
import type { CollectionReader, NominateRequest } from '@tributary/engines-port';
import { termOf } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { foreignPoint, foreignWorld } from './foreign-world.fixture.js';

const LANES = ['semantic', 'keyword', 'fuzzy'] as const;
const WORDS = ['harbour', 'mountain', 'railway', 'lantern', 'bridge'];
const vector = Float32Array.from([1, 0.5, 0, -0.5]);

/** `count` passages about two things each. */
const passages = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    foreignPoint(n, `${WORDS[n % 5] ?? ''} ${WORDS[(n + 2) % 5] ?? ''} number${n.toString()}`, { lang: n % 3 === 0 ? 'en' : 'de' }),
  );

const ask = (reader: CollectionReader, word: string, more: Partial<NominateRequest> = {}) =>
  reader.nominate({ lanes: LANES, limit: 50, terms: [{ id: termOf(word), weight: 1 }], words: [word], vector, ...more });

const idsIn = ({ candidates, lanes }: Awaited<ReturnType<typeof ask>>, lane: (typeof LANES)[number]) => {
  const result = lanes[lane];
  return result?.status === 'searched' ? result.ranking.map(({ candidate }) => candidates[candidate]?.id) : result?.error.code;
};

it('answers by vectors from the first moment, its words stale until they are indexed, with what the texts say', async () => {
  const { reader } = foreignWorld(passages(10));
  const result = await ask(reader(), 'harbour');
  expect(idsIn(result, 'semantic')).toHaveLength(10);
  expect([idsIn(result, 'keyword'), idsIn(result, 'fuzzy')]).toEqual(['SIDE_INDEX.MISSING', 'SIDE_INDEX.MISSING']);
  expect(result.lanes.keyword).toMatchObject({ status: 'stale' });
  const zero = result.candidates.find(({ id }) => id === '0');
  expect(zero).toMatchObject({ body: Uint8Array.from([1]), length: 3, payload: { content: 'harbour railway number0' } });
  expect(await reader().suggestWords(['harbor'])).toEqual([[]]);
});

it('reads the vectors of its maker’s points where they are asked for', async () => {
  const points = passages(3);
  const reader = foreignWorld(points).reader();
  const read = await reader.read({ ids: ['2', '0'] }, { withVectors: true });
  expect(read.map(({ vector: own }) => own)).toEqual([points[2]?.vectors.get(''), points[0]?.vectors.get('')]);
  for (const point of await reader.read({ ids: ['2', '0'] })) expect(point).not.toHaveProperty('vector');
});

it('has all lanes once its index is complete, every candidate with every signal', async () => {
  const { reader, builder, record } = foreignWorld(passages(300));
  const seen: number[] = [];
  const state = await builder().build(record, { progress: ({ done }) => void seen.push(done) });
  expect(state).toMatchObject({ state: 'complete', changed: 300 });
  expect(seen).toEqual([128, 256, 300]);
  const result = await ask(reader(), 'harbour', { limit: 500, terms: [{ id: termOf('harbour'), weight: 1 }], words: ['harbuor'] });
  const expected = passages(300).flatMap(({ id, payload }) => (String(payload['page_content']).includes('harbour') ? [id] : []));
  for (const lane of ['keyword', 'fuzzy'] as const) expect(idsIn(result, lane)).toEqual(expect.arrayContaining(expected));
  expect(idsIn(result, 'keyword')).toHaveLength(expected.length);
  expect(result.statistics).toEqual({ points: 300, totalLength: 900, documentFrequency: [expected.length] });
  for (const { id, body, similarity, payload } of result.candidates) {
    expect(body).toEqual(Uint8Array.from([expected.includes(id) ? 1 : 0]));
    expect(similarity).toBeTypeOf('number');
    expect(payload?.content).toContain(`number${id}`);
  }
  expect(await reader().suggestWords(['harbor'])).toEqual([[{ word: 'harbour', documentFrequency: expected.length }]]);
});

it('keeps a filter in the lanes of words, though the index knows no field', async () => {
  const { reader, builder, record } = foreignWorld(passages(300));
  await builder().build(record);
  const filter = { must: [{ key: 'lang', match: { value: 'en' } }] };
  const result = await ask(reader(), 'harbour', { filter, limit: 20 });
  expect(idsIn(result, 'keyword')).toHaveLength(20);
  expect(result.candidates.every(({ id }) => Number(id) % 3 === 0)).toBe(true);
});

it('shows filters the same fields whether it reads, counts, pages or searches', async () => {
  const own = (n: number) => ({ type: n % 3 === 0 ? 'ticket' : 'mail', metadata: { flag: n % 2 === 0 } });
  const read = foreignWorld(Array.from({ length: 12 }, (_, n) => foreignPoint(n, 'a harbour', own(n)))).reader();
  const asked: readonly [Condition, number][] = [
    [{ key: 'type', match: { value: 'ticket' } }, 4],
    [{ key: 'type', match: { value: 'doc' } }, 0],
    [{ key: 'metadata.flag', match: { value: true } }, 6],
    [{ is_empty: { key: 'chunk_type' } }, 12],
  ];
  for (const [condition, expected] of asked) {
    const filters: readonly [Filter, number][] = [
      [{ must: condition }, expected],
      [{ must_not: condition }, 12 - expected],
    ];
    for (const [filter, count] of filters) {
      expect(await read.count(filter), JSON.stringify(filter)).toBe(count);
      expect((await read.scroll({ filter, limit: 20 })).points, JSON.stringify(filter)).toHaveLength(count);
      expect(await read.read({ filter }), JSON.stringify(filter)).toHaveLength(count);
      expect((await ask(read, 'harbour', { filter })).candidates, JSON.stringify(filter)).toHaveLength(count);
    }
  }
});

it('goes on where an interrupted build stopped, and says how far it is meanwhile', async () => {
  const { reader, builder, record, primary } = foreignWorld(passages(600));
  const stop = new AbortController();
  const interrupted = builder().build(record, {
    signal: stop.signal,
    progress: ({ done }) => {
      if (done >= 256) stop.abort();
    },
  });
  await expect(interrupted).rejects.toMatchObject({ name: 'AbortError' });
  const { keyword } = (await ask(reader(), 'harbour')).lanes;
  expect(keyword).toMatchObject({ status: 'stale', error: { code: 'SIDE_INDEX.BUILDING' } });
  expect(keyword?.status === 'stale' && keyword.error.message).toContain('42 %');
  const before = (await primary.listCollections())[0]?.points;
  const seen: number[] = [];
  await builder().build(record, { progress: ({ done }) => void seen.push(done) });
  expect([before, seen[0]]).toEqual([256, 384]);
  expect((await ask(reader(), 'harbour')).lanes.keyword).toMatchObject({ status: 'searched' });
});

it('follows what its maker adds, changes and removes when it is checked, and writes nothing else', async () => {
  const { reader, builder, record, become } = foreignWorld(passages(200));
  await builder().build(record);
  expect(await builder().check(record)).toMatchObject({ changed: 0 });
  const changed = passages(200).filter(({ id }) => id !== '5');
  become([...changed.slice(1), foreignPoint(0, 'lighthouse keeper'), foreignPoint(900, 'lighthouse')]);
  expect(await builder().check(record)).toMatchObject({ state: 'complete', changed: 3 });
  expect(idsIn(await ask(reader(), 'lighthouse'), 'keyword')).toEqual(['900', '0']);
  expect((await ask(reader(), 'harbour')).statistics.points).toBe(200);
  expect(await builder().check(record)).toMatchObject({ changed: 0 });
});

it('leaves out what vanished since the last check', async () => {
  const { reader, builder, record, become } = foreignWorld(passages(50));
  await builder().build(record);
  become(passages(50).filter(({ id }) => Number(id) > 9));
  const ids = idsIn(await ask(reader(), 'harbour'), 'keyword');
  expect(ids).toHaveLength(16);
});

it('is stale again when the analysis is another one, until it was built anew', async () => {
  const { reader, builder, record } = foreignWorld(passages(20));
  await builder().build(record);
  expect(idsIn(await ask(reader('suite@2'), 'harbour'), 'keyword')).toBe('SIDE_INDEX.MISSING');
  expect(await builder('suite@2').build(record)).toMatchObject({ changed: 20 });
  expect(idsIn(await ask(reader('suite@2'), 'harbour'), 'keyword')).toHaveLength(8);
});

it('leaves nothing behind when it is removed', async () => {
  const { builder, record, primary } = foreignWorld(passages(20));
  await builder().build(record);
  await builder().remove(record);
  expect(await builder().state(record)).toBeUndefined();
  expect(await primary.listCollections()).toEqual([]);
});

it('takes points without a text', async () => {
  const { builder, record, reader } = foreignWorld([foreignPoint(1, 'harbour'), foreignPoint(2, '')]);
  expect(await builder().build(record)).toMatchObject({ state: 'complete', changed: 2 });
  expect(await builder().check(record)).toMatchObject({ changed: 0 });
  expect(idsIn(await ask(reader(), 'harbour'), 'keyword')).toEqual(['1']);
});

it('tells how far its words are read, as searches wait for those', () => {
  const { primary, reader } = foreignWorld(passages(3));
  expect(reader().shareRead?.()).toBeUndefined();
  Object.assign(primary, { shareRead: () => 0.25 });
  expect(reader().shareRead?.()).toBe(0.25);
});
