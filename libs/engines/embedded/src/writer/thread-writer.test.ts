import { packRecord } from '../records/write-records.js';
import { Store } from '../store/store.js';
import { temporaryFolder } from '@tributary/testing';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ThreadWriter } from './thread-writer.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: Store;
let thread: ThreadWriter;
let lost = 0;
const committed: number[][] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  store = Store.open({ folder: folder.path });
  lost = 0;
  committed.length = 0;
  thread = await ThreadWriter.start(store, { onCommit: (ids) => committed.push([...ids]), onLost: () => lost++ });
});
afterEach(async () => {
  await thread.end();
  store.close();
  await folder.remove();
});

const put = (key: string, expect?: 'absent' | number) => {
  const record = { kind: 'note', key, value: { text: key }, ...(expect === undefined ? {} : { expect }) };
  return thread.write({ name: 'put-records', input: [packRecord(record)] }, undefined);
};
const stored = () =>
  store.reader
    .sql('SELECT key FROM records ORDER BY key')
    .all()
    .map((row) => row['key']);

it('answers a write when it is committed, and the writes of one turn in their order', async () => {
  await Promise.all([put('b'), put('a')]);
  expect(stored()).toEqual(['a', 'b']);
  expect(await put('a', 'absent')).toEqual([{ written: false, current: { key: 'a', revision: 2, value: { text: 'a' } } }]);
});

it('says what is wrong with a refused write and does its neighbours', async () => {
  const missing = { name: 'delete-documents', input: { collection: 'nowhere', documents: [], at: 0 } } as const;
  const refused = {
    ...missing,
    input: { ...missing.input, documents: [{ docId: 'd', key: 'k', version: 1 }] },
  };
  const outcomes = await Promise.allSettled([put('before'), thread.write(refused, undefined), put('after')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { code: 'COLLECTION.NOT_FOUND' } });
});

it('takes back a write that is cancelled before it was handed over', async () => {
  const controller = new AbortController();
  const cancelled = thread.write({ name: 'put-records', input: [packRecord({ kind: 'note', key: 'x', value: {} })] }, controller.signal);
  controller.abort();
  // safe: Vitest types its matchers as any, which stands for an error here
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  await put('y');
  expect(stored()).toEqual(['y']);
});

it('writes everything handed in before it ends', async () => {
  const writing = Array.from({ length: 600 }, (_, i) => put(i.toString().padStart(3, '0')));
  await thread.end();
  expect((await Promise.all(writing)).length).toBe(600);
  expect(stored()).toHaveLength(600);
  expect(lost).toBe(0);
});

it('waits while another connection holds the lock', async () => {
  const other = new DatabaseSync(store.file);
  other.exec('BEGIN IMMEDIATE');
  let isWritten = false;
  const writing = put('a').then(() => (isWritten = true));
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  expect(isWritten).toBe(false);
  other.exec('COMMIT');
  other.close();
  await writing;
  expect(stored()).toEqual(['a']);
});
