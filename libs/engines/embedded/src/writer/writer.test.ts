import { eventually, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { packRecord } from '../records/write-records.js';
import { Store } from '../store/store.js';
import { Writer } from './writer.js';

const record = (key: string) => packRecord({ kind: 'note', key, value: {} });

it('writes in a thread of its own while there is much to write, and without one before and after', async () => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  const writer = new Writer(store, { threads: 'under-load', onCommit: () => undefined });
  await writer.write('put-records', [record('first')]);
  expect(writer.hasThread).toBe(false);
  let key = 0;
  await eventually(async () => {
    await Promise.all(Array.from({ length: 100 }, () => writer.write('put-records', [record((key++).toString())])));
    return writer.hasThread;
  });
  await writer.write('put-records', [record('last')]);
  await eventually(() => !writer.hasThread);
  await writer.write('put-records', [record('afterwards')]);
  expect(store.reader.sql('SELECT count(*) AS n FROM records').get()?.['n']).toBe(key + 3);
  await writer.close();
  store.close();
});

it('writes everything handed in before it closes', async () => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  const writer = new Writer(store, { threads: 'always', onCommit: () => undefined });
  const writing = Array.from({ length: 50 }, (_, key) => writer.write('put-records', [record(key.toString())]));
  await Promise.all(writing.slice(0, 1));
  await writer.close();
  await Promise.all(writing);
  expect(store.reader.sql('SELECT count(*) AS n FROM records').get()?.['n']).toBe(50);
  store.close();
});
