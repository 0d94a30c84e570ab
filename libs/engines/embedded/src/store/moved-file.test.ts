import { temporaryFolder } from '@tributary/testing';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Store, connectWriter } from './store.js';

it.each([
  ['reads', (store: Store) => store.connect()],
  ['writes', (store: Store) => connectWriter(store)],
])('that is away gets no further connection that %s, which would make it anew and throw its log away', async (_, connect) => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  store.writer.db.exec(`INSERT INTO removed_collections VALUES (7)`);
  const file = join(folder.path, 'store.db');
  await rename(file, `${file}.away`);
  expect(() => connect(store)).toThrow(expect.objectContaining({ code: 'ENGINE.STORE_MOVED' }));
  expect((await readdir(folder.path)).toSorted()).toEqual(['store.db-shm', 'store.db-wal', 'store.db.away']);
  await rename(`${file}.away`, file);
  const found = connect(store);
  expect(found.sql('SELECT id FROM removed_collections').all()).toEqual([{ id: 7 }]);
  found.close();
  store.close();
});
