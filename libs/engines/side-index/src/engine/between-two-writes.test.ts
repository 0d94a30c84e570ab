import type { NominateRequest } from '@tributary/engines-port';
import { sampleDocument, termOf } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { nameTerms } from '@tributary/ranking';
import { expect, it } from 'vitest';
import { twoMemories } from './two-memories.fixture.js';

const died = () => Promise.reject(retryable('TEST.DIED', 'The process is gone.'));
const ask = (collection: string, word: string): NominateRequest => ({
  collection,
  lanes: ['semantic', 'keyword', 'fuzzy'],
  limit: 10,
  terms: [{ id: termOf(word), weight: 1 }],
  words: [word],
  vector: Float32Array.from({ length: 8 }, () => 0.5),
});

it('is not done with a write that reached only the engine: nobody is told so, no half is found, and a repetition completes it', async () => {
  const { joined, collection, whilePrimary } = await twoMemories();
  const write = (version: number, text: string) => sampleDocument({ collection, key: 'a', version, chunks: [text] });
  await joined.writeDocument(write(1, 'harbour lights'));
  const second = write(2, 'mountain railway');
  await whilePrimary({ writeDocument: died }, () => expect(joined.writeDocument(second)).rejects.toMatchObject({ code: 'TEST.DIED' }));
  expect(await joined.fences(collection, [second.docId])).toMatchObject([{ version: 1 }]);
  for (const word of ['harbour', 'mountain']) expect((await joined.nominate(ask(collection, word))).candidates).toEqual([]);
  expect(await joined.writeDocument(second)).toEqual({ outcome: 'written', points: 1 });
  expect(await joined.fences(collection, [second.docId])).toMatchObject([{ version: 2 }]);
  const { candidates, lanes } = await joined.nominate(ask(collection, 'mountain'));
  expect(candidates).toMatchObject([{ docVersion: 2, body: Uint8Array.from([1]) }]);
  expect(lanes).toMatchObject({ semantic: { ranking: [{ candidate: 0 }] }, keyword: { ranking: [{ candidate: 0 }] } });
});

it('gives the place of a half written candidate to the next one', async () => {
  const { joined, collection, whilePrimary } = await twoMemories();
  const write = (key: string, version: number, text: string) => sampleDocument({ collection, key, version, chunks: [text] });
  await joined.writeDocument(write('best', 1, 'harbour'));
  const next = write('next', 1, 'harbour lights and boats');
  await joined.writeDocument(next);
  const half = write('best', 2, 'railway');
  await whilePrimary({ writeDocument: died }, () => expect(joined.writeDocument(half)).rejects.toMatchObject({ code: 'TEST.DIED' }));
  const { candidates, lanes } = await joined.nominate({ ...ask(collection, 'harbour'), lanes: ['keyword'], limit: 1 });
  expect(lanes.keyword).toMatchObject({ status: 'searched', ranking: [{ candidate: 0 }] });
  expect(candidates).toMatchObject([{ docId: next.docId }]);
});

it('shows a new document by its vector before its words are written, with what its text says', async () => {
  const { joined, collection, whilePrimary } = await twoMemories();
  const document = sampleDocument({ collection, key: 'a', chunks: ['mountain railway mountain'] });
  await whilePrimary({ writeDocument: died }, () => expect(joined.writeDocument(document)).rejects.toMatchObject({ code: 'TEST.DIED' }));
  const { candidates, lanes } = await joined.nominate(ask(collection, 'mountain'));
  expect(candidates).toMatchObject([{ body: Uint8Array.from([2]), length: 3 }]);
  expect(lanes.keyword).toMatchObject({ status: 'searched', ranking: [] });
});

it('finds no document whose delete reached only the engine, and completes the delete when it is repeated', async () => {
  const { joined, primary, collection, whilePrimary } = await twoMemories();
  const document = sampleDocument({ collection, key: 'a', chunks: ['harbour lights'] });
  await joined.writeDocument(document);
  const deletion = { collection, documents: [{ docId: document.docId, key: 'a', version: 2 }] };
  await whilePrimary({ deleteDocuments: died }, () =>
    expect(joined.deleteDocuments(deletion)).rejects.toMatchObject({ code: 'TEST.DIED' }),
  );
  expect((await joined.nominate(ask(collection, 'harbour'))).candidates).toEqual([]);
  await joined.deleteDocuments(deletion);
  const [hidden] = await primary.listCollections();
  expect(hidden).toMatchObject({ documents: 0, points: 0 });
});

it('drops the words first, so that a repeated drop finds what is left', async () => {
  const { joined, vectors, primary, collection, whilePrimary } = await twoMemories();
  await whilePrimary({ dropCollection: died }, () =>
    expect(joined.dropCollection(collection)).rejects.toMatchObject({ code: 'TEST.DIED' }),
  );
  expect(await vectors.listCollections()).toHaveLength(1);
  await joined.dropCollection(collection);
  expect([...(await vectors.listCollections()), ...(await primary.listCollections())]).toEqual([]);
});

it('lists no hidden collection and keeps no text in it', async () => {
  const { joined, primary, collection } = await twoMemories();
  await joined.writeDocument(sampleDocument({ collection, key: 'a', title: 'secret title', chunks: ['secret words'] }));
  expect((await joined.listCollections()).map(({ name }) => name)).toEqual([collection]);
  const [hidden] = await primary.listCollections();
  expect(hidden?.card.payload_layout).toBe('side-index');
  const [point] = (await primary.scroll({ collection: hidden?.name ?? '', limit: 5 })).points;
  expect(JSON.stringify(point?.payload)).not.toContain('secret');
  expect(point?.vector).toBeUndefined();
});

it('answers by vectors alone while the primary engine is away, and says what failed', async () => {
  const { joined, collection, whilePrimary } = await twoMemories();
  await joined.writeDocument(sampleDocument({ collection, key: 'a', chunks: ['harbour lights'] }));
  await whilePrimary({ nominate: died }, async () => {
    const { candidates, lanes } = await joined.nominate(ask(collection, 'harbour'));
    expect(candidates).toMatchObject([{ body: Uint8Array.from([1]) }]);
    expect(lanes).toMatchObject({ semantic: { status: 'searched' }, keyword: { status: 'failed', error: { code: 'TEST.DIED' } } });
  });
});

it('tells which documents the index lacks, and indexes their words from the points: those of a write that died, and all of them', async () => {
  const { joined, primary, collection, whilePrimary } = await twoMemories();
  const write = (key: string, version: number, text: string) => sampleDocument({ collection, key, version, chunks: [text] });
  await joined.writeDocument(write('whole', 1, 'harbour lights'));
  await joined.writeDocument(write('half', 1, 'harbour boats'));
  const half = write('half', 2, 'mountain railway');
  await whilePrimary({ writeDocument: died }, () => expect(joined.writeDocument(half)).rejects.toMatchObject({ code: 'TEST.DIED' }));
  const found = async (word: string) => (await joined.nominate({ ...ask(collection, word), lanes: ['keyword'] })).candidates.length;
  expect(await joined.indexWords(collection, { mend: false })).toEqual({ lacking: 1 });
  expect(await found('mountain')).toBe(0);
  expect(await joined.indexWords(collection, { mend: true })).toEqual({ lacking: 1 });
  expect([await found('mountain'), await found('harbour')]).toEqual([1, 1]);
  const [hidden] = await primary.listCollections();
  await primary.dropCollection(hidden?.name ?? '');
  expect(await joined.indexWords(collection, { mend: true })).toEqual({ lacking: 2 });
  expect(await joined.indexWords(collection, { mend: false })).toEqual({ lacking: 0 });
  expect([await found('mountain'), await found('harbour')]).toEqual([1, 1]);
});

it('has the names of documents among the words it indexes anew', async () => {
  const { joined, primary, collection } = await twoMemories();
  await joined.writeDocument(sampleDocument({ collection, key: 'a', title: 'Anna', chunks: ['harbour lights', 'and boats'] }));
  const [hidden] = await primary.listCollections();
  await primary.dropCollection(hidden?.name ?? '');
  expect(await joined.indexWords(collection, { mend: true })).toEqual({ lacking: 1 });
  const terms = nameTerms('anna').map((id) => ({ id, weight: 1 }));
  const { candidates } = await joined.nominate({ collection, lanes: ['keyword'], limit: 10, terms });
  expect(candidates).toMatchObject([{ chunkIndex: 0, body: Uint8Array.from([0]), title: Uint8Array.from([1]) }]);
});

it('says stale where the words are missing altogether', async () => {
  const { joined, primary, collection } = await twoMemories();
  await joined.writeDocument(sampleDocument({ collection, key: 'a', chunks: ['harbour lights'] }));
  const [hidden] = await primary.listCollections();
  await primary.dropCollection(hidden?.name ?? '');
  const { candidates, lanes } = await joined.nominate(ask(collection, 'harbour'));
  expect(candidates).toMatchObject([{ body: Uint8Array.from([1]) }]);
  expect(lanes.keyword).toMatchObject({ status: 'stale', error: { code: 'SIDE_INDEX.MISSING' } });
  expect(await joined.suggestWords(collection, ['harbor'])).toEqual([[]]);
});

it('tells how far its words are read, as searches wait for those', async () => {
  const { joined, collection, whilePrimary } = await twoMemories();
  expect(joined.shareRead(collection)).toBeUndefined();
  await whilePrimary({ shareRead: (asked) => (asked === collection ? undefined : 0.5) }, () => {
    expect(joined.shareRead(collection)).toBe(0.5);
    return Promise.resolve();
  });
});
