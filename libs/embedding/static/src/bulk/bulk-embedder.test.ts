import { eventually } from '@tributary/testing';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { loadModel } from '../model/model-tables.js';
import { StaticModel } from '../model/static-model.js';
import { StaticEmbeddingProvider } from '../provider/static-embedding-provider.js';
import { BulkEmbedder } from './bulk-embedder.js';

const { tables: TABLES } = loadModel(fileURLToPath(new URL('../../model/', import.meta.url)));
const TEXTS = [
  '',
  'Ünïcödé, 東京 and 🙂 in getUserById',
  'ΣΊΣΥΦΟΣ',
  ...Array.from({ length: 397 }, (_, i) => `text number ${i.toString()} ${'says it again '.repeat(i)}`),
];
const EXPECTED = TEXTS.map((text) => new StaticModel(TABLES).embed(text));

it('embeds many documents in a thread of its own, bit for bit as in the calling one, and ends it when nothing comes any more', async () => {
  const provider = new StaticEmbeddingProvider();
  expect(await provider.embed(TEXTS.slice(0, 9))).toEqual(EXPECTED.slice(0, 9));
  expect(provider.hasThread).toBe(false);
  const [many, few] = await Promise.all([provider.embed(TEXTS), provider.embed(TEXTS.slice(1, 3))]);
  expect(provider.hasThread).toBe(true);
  expect(many).toEqual(EXPECTED);
  expect(few).toEqual(EXPECTED.slice(1, 3));
  await eventually(() => !provider.hasThread);
  expect(await provider.embed(TEXTS.slice(0, 2))).toEqual(EXPECTED.slice(0, 2));
});

it('leaves queries to the calling thread', async () => {
  const provider = new StaticEmbeddingProvider();
  expect(await provider.embed(TEXTS, { kind: 'query' })).toEqual(EXPECTED);
  expect(provider.hasThread).toBe(false);
});

it('embeds what the thread owes in the calling one when it is closed meanwhile', async () => {
  const provider = new StaticEmbeddingProvider();
  const vectors = provider.embed(TEXTS);
  await provider.close();
  expect(await vectors).toEqual(EXPECTED);
  expect(provider.hasThread).toBe(false);
});

it('leaves everything to its caller once a thread could not be started', async () => {
  const bulk = new BulkEmbedder(() => ({ ...TABLES, dimension: -1 }));
  expect(await bulk.embed(TEXTS)).toBeUndefined();
  expect(bulk.hasThread).toBe(false);
  expect(await bulk.embed(TEXTS)).toBeUndefined();
  expect(bulk.hasThread).toBe(false);
});

it('drops what waits for the thread when its signal aborts, and nothing else', async () => {
  const bulk = new BulkEmbedder(() => TABLES);
  const controller = new AbortController();
  const doomed = bulk.embed(TEXTS, controller.signal);
  const other = bulk.embed(TEXTS);
  controller.abort(new Error('not wanted any more'));
  await expect(doomed).rejects.toThrow('not wanted any more');
  expect(await other).toEqual(EXPECTED);
  await bulk.close();
});
