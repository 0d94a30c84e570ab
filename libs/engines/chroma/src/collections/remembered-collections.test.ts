import { permanent } from '@tributary/kernel';
import { beforeEach, expect, it } from 'vitest';
import { RememberedCollections } from './remembered-collections.js';

/** What the server has, by name, and what it was asked for. */
const server = new Map<string, { readonly id: string }>();
const asked: string[] = [];
let remembered: RememberedCollections<{ readonly id: string }>;

beforeEach(() => {
  server.clear();
  asked.length = 0;
  server.set('notes', { id: 'first' });
  const place = (collection?: string) => ({ engine: 'chroma', address: 'http://127.0.0.1', collection });
  remembered = new RememberedCollections({ place }, async (name) => {
    asked.push(name);
    // An answer comes later.
    await Promise.resolve();
    const found = server.get(name);
    if (found !== undefined) remembered.keep(name, found);
    return found;
  });
});

const read = (name = 'notes', signal?: AbortSignal) =>
  remembered.use(
    name,
    ({ id }) =>
      server.get(name)?.id === id
        ? Promise.resolve(id)
        : Promise.reject(permanent('COLLECTION.NOT_FOUND', 'gone', { category: 'not_found' })),
    signal,
  );

it('asks the server once for all who want a collection at the same time, and no more while it is there', async () => {
  expect(await Promise.all([read(), read(), read()])).toEqual(['first', 'first', 'first']);
  expect(await read()).toBe('first');
  expect(asked).toEqual(['notes']);
});

it('asks once more for one that was dropped and made anew', async () => {
  await read();
  server.set('notes', { id: 'second' });
  expect(await Promise.all([read(), read()])).toEqual(['second', 'second']);
  expect(asked).toEqual(['notes', 'notes']);
});

it('says of one that is not there that it is not, each time anew', async () => {
  await expect(read('missing')).rejects.toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
  server.set('missing', { id: 'come' });
  expect(await read('missing')).toBe('come');
});

it('asks once for the lanes of a search, and for each search by itself: one that waits in vain holds up no other', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  expect(await Promise.all([read('notes', first.signal), read('notes', first.signal), read('notes', second.signal)])).toEqual([
    'first',
    'first',
    'first',
  ]);
  expect(asked).toEqual(['notes', 'notes']);
});

it('leaves one caller at once who gives up, and answers the others', async () => {
  const gone = AbortSignal.abort();
  const [left, stayed] = await Promise.allSettled([read('notes', gone), read()]);
  expect(left).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(stayed).toEqual({ status: 'fulfilled', value: 'first' });
});

it('keeps what was found anew while another caller hears later that the old one is gone', async () => {
  await read();
  server.set('notes', { id: 'second' });
  const late = Promise.withResolvers<never>();
  const held = remembered.use('notes', ({ id }) => (id === 'first' ? late.promise : Promise.resolve(id)));
  expect(await read()).toBe('second');
  late.reject(permanent('COLLECTION.NOT_FOUND', 'gone', { category: 'not_found' }));
  expect(await held).toBe('second');
  expect(asked).toEqual(['notes', 'notes']);
});
