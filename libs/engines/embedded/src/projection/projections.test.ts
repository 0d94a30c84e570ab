import { sampleCard, sampleDocument, type SampleDocument } from '@tributary/engines-port/memory';
import { plainTextAnalyser } from '@tributary/engines-port';
import { eventually, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { Store } from '../store/store.js';
import { Projections } from './projections.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
beforeEach(async () => {
  folder = await temporaryFolder();
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('c__g1', sampleCard(8));
});
afterEach(async () => {
  await engine.close();
  await folder.remove();
});

type Sample = Pick<SampleDocument, 'key' | 'version' | 'chunks'>;
const write = (on: EmbeddedEngine, sample: Sample) => on.writeDocument(sampleDocument({ collection: 'c__g1', ...sample }));

it('is read anew when the change log no longer reaches back', async () => {
  const other = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await write(engine, { key: 'a', version: 1, chunks: ['first'] });
  expect(await other.count('c__g1', {})).toBe(1);
  await write(engine, { key: 'a', version: 2, chunks: ['second', 'third'] });
  await write(engine, { key: 'b', version: 1, chunks: ['fourth'] });
  const db = new DatabaseSync(join(folder.path, 'store.db'));
  db.exec('DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)');
  db.close();
  expect(await other.count('c__g1', {})).toBe(3);
  expect(await other.suggestWords('c__g1', ['first', 'second'])).toEqual([[], [{ word: 'second', documentFrequency: 1 }]]);
  await other.close();
});

it('stays right when another collection takes the newest changes with it', async () => {
  const other = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('gone__g1', sampleCard(8));
  await write(engine, { key: 'a', version: 1, chunks: ['first'] });
  await engine.writeDocument(sampleDocument({ collection: 'gone__g1', key: 'x', chunks: ['x'] }));
  expect(await other.count('c__g1', {})).toBe(1);
  await engine.dropCollection('gone__g1');
  expect(await other.count('c__g1', {})).toBe(1);
  await write(engine, { key: 'a', version: 2, chunks: ['second', 'third'] });
  expect(await other.count('c__g1', {})).toBe(2);
  await other.close();
});

it('is read anew when the whole change log went with another collection', async () => {
  const other = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('gone__g1', sampleCard(8));
  const mark = await other.changeMark('c__g1');
  await write(engine, { key: 'a', version: 1, chunks: ['first'] });
  expect(await other.count('c__g1', {})).toBe(1);
  await write(engine, { key: 'a', version: 2, chunks: ['second', 'third'] });
  await engine.writeDocument(sampleDocument({ collection: 'gone__g1', key: 'x', chunks: ['x'] }));
  const db = new DatabaseSync(join(folder.path, 'store.db'));
  db.exec('DELETE FROM changes WHERE seq < (SELECT max(seq) FROM changes)');
  await engine.dropCollection('gone__g1');
  await eventually(() => db.prepare('SELECT count(*) AS entries FROM changes').get()?.['entries'] === 0);
  db.close();
  expect(await other.count('c__g1', {})).toBe(2);
  const later = await other.changeMark('c__g1');
  expect(later).not.toBe(mark);
  await write(engine, { key: 'a', version: 3, chunks: ['fourth'] });
  expect(await other.count('c__g1', {})).toBe(1);
  expect(await other.changeMark('c__g1')).not.toBe(later);
  await other.close();
});

it('sheds the gaps that replaced documents leave', async () => {
  const chunks = Array.from({ length: 250 }, (_, n) => `chunk${n.toString()}`);
  const store = Store.open({ folder: folder.path });
  const projections = new Projections(store, plainTextAnalyser);
  const slots = () => projections.read('c__g1', { use: (projection) => projection.slots });
  await write(engine, { key: 'a', version: 1, chunks });
  expect(await slots()).toBe(250);
  const replace = async (from: number, to: number) => {
    for (let version = from; version <= to; version++) {
      await write(engine, { key: 'a', version, chunks });
      await slots();
    }
  };
  await replace(2, 5);
  expect(await slots()).toBe(5 * 250);
  await replace(6, 8);
  await eventually(async () => (await slots()) <= 3 * 250);
  await projections.idle();
  store.close();
});

it('answers rightly while its gaps are shed', async () => {
  const chunks = (version: number) => Array.from({ length: 250 }, (_, n) => `word${version.toString()} chunk${n.toString()}`);
  await write(engine, { key: 'a', version: 1, chunks: chunks(1) });
  for (let version = 2; version <= 60; version++) {
    await write(engine, { key: 'a', version, chunks: chunks(version) });
    const filter = { must: [{ key: 'chunk_index', range: { lt: 10 } }] };
    expect(await engine.count('c__g1', filter)).toBe(10);
    expect(await engine.suggestWords('c__g1', [`word${version.toString()}`, `word${(version - 1).toString()}`])).toContainEqual([
      { word: `word${version.toString()}`, documentFrequency: 250 },
    ]);
  }
});

it('takes documents in the order of their points, however their changes came', async () => {
  const other = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await write(engine, { key: 'a', version: 1, chunks: ['one'] });
  await write(engine, { key: 'b', version: 1, chunks: ['one'] });
  expect(await other.count('c__g1', { must: [{ key: 'title', match: { value: '' } }] })).toBe(2);
  // Of a, the first of two changes comes before the one of b; its points come after.
  await write(engine, { key: 'a', version: 2, chunks: ['two'] });
  await write(engine, { key: 'b', version: 2, chunks: ['two', 'three'] });
  await write(engine, { key: 'a', version: 3, chunks: ['four', 'five', 'six'] });
  expect(await other.count('c__g1', { must: [{ key: 'title', match: { value: '' } }] })).toBe(5);
  expect((await other.read('c__g1', { filter: { must: [{ key: 'doc_version', match: { value: 3 } }] } })).length).toBe(3);
  await other.close();
});

it('reads collections ahead, so that the first search reads no lane of theirs', async () => {
  await write(engine, { key: 'a', version: 1, chunks: ['first', 'second'] });
  const [ahead, late] = [folder.path, folder.path].map((path) => EmbeddedEngine.open({ name: 'main', folder: path }));
  await ahead?.readAhead();
  const db = new DatabaseSync(join(folder.path, 'store.db'));
  db.exec('DELETE FROM lanes');
  db.close();
  expect(await ahead?.count('c__g1', {})).toBe(2);
  expect(await late?.count('c__g1', {})).toBe(0);
  await Promise.all([ahead?.close(), late?.close()]);
});

it('stops reading ahead when it is closed', async () => {
  for (let n = 0; n < 20; n++) await engine.createCollection(`more${n.toString()}__g1`, sampleCard(8));
  const other = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const reading = other.readAhead();
  await other.close();
  await reading;
  await expect(other.listCollections()).rejects.toThrow();
});

it('tells how much of a collection is read while others wait for it', async () => {
  const chunks = Array.from({ length: 250 }, (_, n) => `chunk${n.toString()} of many`);
  for (let n = 0; n < 8; n++) await write(engine, { key: n.toString(), version: 1, chunks });
  const store = Store.open({ folder: folder.path });
  const projections = new Projections(store, plainTextAnalyser);
  expect(projections.shareRead('c__g1')).toBeUndefined();
  const reading = projections.read('c__g1', { use: ({ points }) => points });
  const told: number[] = [];
  const isRead = reading.then(() => true);
  do told.push(...[projections.shareRead('c__g1')].flatMap((share) => share ?? []));
  while (!(await Promise.race([isRead, new Promise((resolve) => setImmediate(resolve, false))])));
  expect(told[0]).toBe(0);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(Math.max(...told)).toBeLessThanOrEqual(1);
  expect(await reading).toBe(2_000);
  expect(projections.shareRead('c__g1')).toBeUndefined();
  store.close();
});

it('reads a small collection before a large one that was asked for first', async () => {
  const chunks = Array.from({ length: 250 }, (_, n) => `chunk${n.toString()} of many`);
  for (let n = 0; n < 4; n++) await write(engine, { key: n.toString(), version: 1, chunks });
  await engine.createCollection('small__g1', sampleCard(8));
  await engine.writeDocument(sampleDocument({ collection: 'small__g1', key: 'a', chunks }));
  const store = Store.open({ folder: folder.path });
  const projections = new Projections(store, plainTextAnalyser);
  const [large, small] = ['c__g1', 'small__g1'].map((name) => projections.read(name, { use: ({ points }) => points }));
  expect(await small).toBe(250);
  expect(projections.shareRead('c__g1')).toBe(0);
  expect(await large).toBe(1_000);
  store.close();
});
