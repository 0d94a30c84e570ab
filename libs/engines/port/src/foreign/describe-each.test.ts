import { permanent, retryable } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { untilAborted } from '@tributary/kernel';
import { describeEach } from './describe-each.js';
import type { ForeignCollection } from './foreign-collections.js';

const collection = (name: string): ForeignCollection => ({ name, points: 1, vectors: [], metadata: {} });
const named = (...names: readonly string[]) => names.map((name) => ({ name }));
const never = (signal: AbortSignal) => untilAborted(Promise.withResolvers<never>().promise, signal);
const broken = permanent('ENGINE.FAILED', 'out of order', { category: 'internal' });
const away = retryable('ENGINE.UNAVAILABLE', 'nobody answers', { category: 'unavailable' });

it('one collection that fails and one that hangs are told beside the others, which are told as they come', async () => {
  const told: string[] = [];
  const describe = async ({ name }: { readonly name: string }, signal: AbortSignal) => {
    if (name === 'broken') throw broken;
    if (name === 'hanging') return never(signal);
    return name === 'ours' ? undefined : collection(name);
  };
  const over = new AbortController();
  const listing = describeEach(named('a', 'broken', 'docs__g1', 'hanging', 'ours', 'z'), describe, {
    signal: over.signal,
    each: ({ name }) => {
      told.push(name);
      if (told.length === 3) over.abort(new DOMException('over', 'TimeoutError'));
    },
  });
  expect(await listing).toEqual({
    collections: [collection('a'), collection('docs__g1'), collection('z')],
    failed: [
      { name: 'broken', error: expect.objectContaining({ code: 'ENGINE.FAILED' }) as object }, // safe: Vitest types its matchers as any
      { name: 'hanging', error: expect.objectContaining({ code: 'SEARCH.LATE', category: 'timeout' }) as object }, // safe: as above
    ],
  });
  expect(told).toEqual(['a', 'docs__g1', 'z']);
});

it('a listing that does not get to all says so, and the next one begins with the others, then with those asked longest ago', async () => {
  const [asked, names] = [new Set(['gone']), Array.from({ length: 20 }, (_, n) => `c${n.toString().padStart(2, '0')}`)];
  const list = async () => {
    const order: string[] = [];
    const over = new AbortController();
    const describe = ({ name }: { readonly name: string }) => {
      if (order.push(name) === 12) over.abort(new DOMException('over', 'TimeoutError'));
      return Promise.resolve(collection(name));
    };
    const { collections, failed } = await describeEach(named(...names), describe, { signal: over.signal, asked });
    return { order, collections, failed };
  };
  const first = await list();
  expect([first.order, first.collections.map(({ name }) => name)]).toEqual([names.slice(0, 12), names.slice(0, 12)]);
  expect(first.failed.map(({ name, error }) => [name, error.code, error.message.includes('was not asked')])).toEqual(
    names.slice(12).map((name) => [name, 'SEARCH.LATE', true]),
  );
  const second = await list();
  expect(second.order).toEqual([...names.slice(12), ...names.slice(0, 4)]);
  expect(second.collections.map(({ name }) => name)).toEqual([...names.slice(0, 4), ...names.slice(12)]);
  expect((await list()).order).toEqual(names.slice(4, 16));
});

it('few are asked at once', async () => {
  let [asked, most] = [0, 0];
  const names = Array.from({ length: 50 }, (_, n) => n.toString());
  const { collections } = await describeEach(named(...names), async ({ name }) => {
    asked += 1;
    most = Math.max(most, asked);
    await Promise.resolve();
    asked -= 1;
    return collection(name);
  });
  expect(collections.map(({ name }) => name)).toEqual(names);
  expect(most).toBe(8);
});

it('a listing fails as a whole where the server is gone, and where its caller gave up', async () => {
  await expect(describeEach(named('a', 'b'), () => Promise.reject(away))).rejects.toBe(away);
  expect((await describeEach(named('a'), () => Promise.reject(broken))).failed).toHaveLength(1);
  const over = new AbortController();
  const listing = describeEach(named('a', 'b'), (_one, signal) => never(signal), { signal: over.signal });
  over.abort();
  await expect(listing).rejects.toMatchObject({ name: 'AbortError' });
});

it('of those that fail, what is called as ours are is left out', async () => {
  const describe = ({ name }: { readonly name: string }) => (name === 'a' ? Promise.resolve(collection('a')) : Promise.reject(broken));
  expect((await describeEach(named('a', 'b', 'docs__g1'), describe)).failed.map(({ name }) => name)).toEqual(['b']);
});
