import { ChromaClient } from 'chromadb';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useChromaUrl } from '../conformance/use-chroma.fixture.js';
import { ChromaEngine } from '../engine/chroma-engine.js';

const chromaUrl = useChromaUrl();

it('gives only the columns of a page that are wanted', async () => {
  const { hostname, port } = new URL(chromaUrl());
  const client = new ChromaClient({ host: hostname, port: Number(port), tenant: 'default_tenant', database: 'default_database' });
  const engine = await ChromaEngine.open({ name: 'chroma', settings: { url: chromaUrl() } });
  const collection = `test-${randomUUID()}-parts`;
  const made = await client.createCollection({ name: collection, embeddingFunction: null });
  await made.add({ ids: ['a'], embeddings: [[1, 0]], documents: ['a text'], metadatas: [{ title: 'A title' }] });
  const page = async (wanted: { readonly vectors?: boolean; readonly places?: readonly string[] }) =>
    (await engine.foreign.scroll({ collection, limit: 5, ...wanted })).points;
  const vectors = new Map([['', Float32Array.of(1, 0)]]);
  expect(await page({})).toEqual([{ id: 'a', payload: { title: 'A title' }, document: 'a text', vectors }]);
  expect(await page({ vectors: false, places: ['$document'] })).toEqual([{ id: 'a', payload: {}, document: 'a text', vectors: new Map() }]);
  expect(await page({ places: ['title'] })).toEqual([{ id: 'a', payload: { title: 'A title' }, vectors }]);
  await client.deleteCollection({ name: collection });
  await engine.close();
});

it('shows that records were replaced by as many', async () => {
  const { hostname, port } = new URL(chromaUrl());
  const client = new ChromaClient({ host: hostname, port: Number(port), tenant: 'default_tenant', database: 'default_database' });
  const engine = await ChromaEngine.open({ name: 'chroma', settings: { url: chromaUrl() } });
  const collection = `test-${randomUUID()}-replaced`;
  const made = await client.createCollection({ name: collection, embeddingFunction: null });
  const add = (ids: string[]) => made.add({ ids, embeddings: ids.map(() => [1, 0]), documents: ids.map((id) => `text ${id}`) });
  await add(['a', 'b', 'c']);
  const before = await engine.foreign.inspect(collection);
  expect(await engine.foreign.inspect(collection)).toEqual(before);
  await made.delete({ ids: ['b'] });
  await add(['d']);
  const after = await engine.foreign.inspect(collection);
  expect(after?.points).toBe(before?.points);
  expect(after?.revision).not.toBe(before?.revision);
  await client.deleteCollection({ name: collection });
  await engine.close();
});
