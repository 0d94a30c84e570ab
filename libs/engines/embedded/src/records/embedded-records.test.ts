import { replaced, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Store } from '../store/store.js';
import { Writer } from '../writer/writer.js';
import { EmbeddedRecords } from './embedded-records.js';

const kind = 'document';

it('finds what is in a rare state without walking through its collection, and counts alike where many are', async () => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  const writer = new Writer(store, { threads: 'under-load', onCommit: () => undefined });
  const asked: string[] = [];
  const reader = replaced(store.reader, { sql: (text) => (asked.push(text), store.reader.sql(text)) });
  const records = new EmbeddedRecords(replaced(store, { reader }), writer);
  const put = (state: string, count: number) =>
    records.put(
      Array.from({ length: count }, (_, n) => ({
        kind,
        key: `${state}-${n.toString().padStart(5, '0')}`,
        value: { collection: n % 3 === 0 ? 'notes' : 'code', source: 'folder', state },
      })),
    );
  const askedOf = async (where: { readonly collection?: string; readonly source?: string; readonly state: string }) => {
    asked.length = 0;
    const count = await records.count({ kind, where });
    const first = (await records.list({ kind, where, limit: 2 })).map(({ key }) => key);
    return [count, first, /records_by_\w+/.exec(asked.at(-1) ?? '')?.[0]];
  };

  await put('indexed', 1_200);
  await put('accepted', 6);
  expect(await askedOf({ collection: 'notes', state: 'accepted' })).toEqual([2, ['accepted-00000', 'accepted-00003'], 'records_by_state']);
  expect(await askedOf({ source: 'folder', state: 'accepted' })).toEqual([6, ['accepted-00000', 'accepted-00001'], 'records_by_state']);
  expect(await askedOf({ collection: 'notes', state: 'failed' })).toEqual([0, [], 'records_by_state']);
  expect(await askedOf({ collection: 'notes', state: 'indexed' })).toEqual([
    400,
    ['indexed-00000', 'indexed-00003'],
    'records_by_collection',
  ]);
  await put('accepted', 1_500);
  expect(await askedOf({ collection: 'notes', state: 'accepted' })).toEqual([
    500,
    ['accepted-00000', 'accepted-00003'],
    'records_by_collection',
  ]);
  expect(await askedOf({ source: 'folder', state: 'accepted' })).toEqual([
    1_500,
    ['accepted-00000', 'accepted-00001'],
    'records_by_source',
  ]);
  await writer.close();
  store.close();
});
