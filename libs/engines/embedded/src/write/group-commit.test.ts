import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { eventually, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';

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

const document = (key: string, chunks: string[] = ['some words']) => sampleDocument({ collection: 'c__g1', key, chunks });
const commits = () => {
  const db = new DatabaseSync(join(folder.path, 'store.db'), { readOnly: true });
  const row = db.prepare('SELECT count(*) AS n FROM changes').get();
  db.close();
  return Number(row?.['n']);
};

it('makes few transactions of the writes of one moment', async () => {
  // A reader of its own sees the states between transactions. A slow machine needs more than one, because each ends after some milliseconds.
  const seen = new Set<number>();
  const writing = Promise.all(Array.from({ length: 12 }, (_, n) => engine.writeDocument(document(n.toString()))));
  await eventually(() => {
    seen.add(commits());
    return commits() === 12;
  });
  await writing;
  expect([...seen].filter((n) => n > 0).length).toBeLessThan(9);
});

it('answers a write when it is committed, so that another process sees it at once', async () => {
  for (let n = 1; n <= 5; n++) {
    await engine.writeDocument(document(n.toString()));
    expect(commits()).toBe(n);
  }
});

it('lets a write that the store refuses cost only itself', async () => {
  const taken = document('taken');
  await engine.writeDocument(taken);
  const stolen = document('thief');
  const thief = { ...stolen, points: stolen.points.map((point) => ({ ...point, id: taken.points[0]?.id ?? '' })) };
  const outcomes = await Promise.allSettled([
    engine.writeDocument(document('before', ['brand new vocabulary'])),
    engine.writeDocument(thief),
    engine.writeDocument(document('after', ['brand other vocabulary'])),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'ENGINE.POINT_ID_TAKEN' } });
  expect(await engine.count('c__g1', {})).toBe(3);
  expect(await engine.suggestWords('c__g1', ['brand', 'vocabulary', 'other'])).toEqual([
    [{ word: 'brand', documentFrequency: 2 }],
    [{ word: 'vocabulary', documentFrequency: 2 }],
    [{ word: 'other', documentFrequency: 1 }],
  ]);
});

it('leaves a document as it was when one of its points is refused behind others, written alone or among others', async () => {
  const taken = document('taken');
  await engine.writeDocument(taken);
  await engine.writeDocument(document('thief', ['mine', 'mine too']));
  const next = sampleDocument({ collection: 'c__g1', key: 'thief', version: 2, chunks: ['new', 'new too'] });
  const refused = {
    ...next,
    points: next.points.map((point, i) => ({ ...point, id: (i === 1 ? taken : next).points[i === 1 ? 0 : i]?.id ?? point.id })),
  };
  for (const others of [[], [document('other')]]) {
    const [outcome] = await Promise.allSettled([refused, ...others].map((write) => engine.writeDocument(write)));
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ENGINE.POINT_ID_TAKEN' } });
    const points = await engine.read('c__g1', { docId: next.docId });
    expect(points.map(({ payload }) => payload.content)).toEqual(['mine', 'mine too']);
    expect(await engine.fences('c__g1', [next.docId])).toMatchObject([{ version: 1 }]);
  }
  expect(await engine.getCollection('c__g1')).toMatchObject({ documents: 3, points: 4 });
});

it('waits for the lock of another connection without holding the event loop', async () => {
  const other = new DatabaseSync(join(folder.path, 'store.db'));
  other.exec('BEGIN IMMEDIATE');
  let isWritten = false;
  const writing = engine.writeDocument(document('a')).then(() => (isWritten = true));
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(isWritten).toBe(false);
  expect(await engine.count('c__g1')).toBe(0);
  other.exec('COMMIT');
  other.close();
  await writing;
  expect(await engine.count('c__g1')).toBe(1);
});

it('takes a write back that is cancelled while it waits', async () => {
  const other = new DatabaseSync(join(folder.path, 'store.db'));
  other.exec('BEGIN IMMEDIATE');
  const controller = new AbortController();
  const cancelled = engine.writeDocument(document('a'), { signal: controller.signal });
  const kept = engine.writeDocument(document('b'));
  controller.abort();
  other.exec('COMMIT');
  other.close();
  // safe: Vitest types its matchers as any, which stands for an error here
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  await kept;
  expect((await engine.read('c__g1', {})).map(({ payload }) => payload.doc_id)).toEqual([document('b').docId]);
});

it('takes a document away with everything that belongs to it, also when the process that began it ended early', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, n) => engine.writeDocument(document(n.toString(), ['a', 'b', 'c', 'd']))));
  await engine.close();
  const db = new DatabaseSync(join(folder.path, 'store.db'));
  // As a process leaves it that was killed right after it took the name away.
  db.exec("INSERT INTO removed_collections SELECT id FROM collections WHERE name = 'c__g1'; DELETE FROM collections WHERE name = 'c__g1'");
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection('d__g1', sampleCard(8));
  for (const table of ['points', 'lanes', 'vectors', 'documents', 'words', 'changes', 'removed_collections']) {
    expect(Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']), table).toBe(0);
  }
  db.close();
});
