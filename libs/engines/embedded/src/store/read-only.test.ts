import { readOnlyDisk, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { explainStoreError } from './sqlite-errors.js';
import { Store } from './store.js';

const WRITE = 'INSERT INTO removed_collections VALUES (7)';

it('says of a store that may not be written any more that what was accepted waits for it, and goes on when it may', async () => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  const write = () =>
    store.guard(() => {
      store.writer.db.exec(WRITE);
    });
  store.writer.db.exec('PRAGMA query_only = ON');
  const refused = `${store.file} cannot be written: the system does not allow it any more.`;
  await expect(write()).rejects.toMatchObject({ code: 'ENGINE.IO', retryable: true, message: expect.stringContaining(refused) as string }); // safe: a matcher stands for a text
  expect(store.refusal).toContain(refused);
  store.writer.db.exec('PRAGMA query_only = OFF');
  await write();
  expect(store.reader.sql('SELECT id FROM removed_collections').all()).toEqual([{ id: 7 }]);
  store.close();
});

it('names a disk that is read-only, when it is opened and when it is written', async (context) => {
  const disk = await readOnlyDisk((path) => {
    Store.open({ folder: path }).close();
  });
  if ('reason' in disk) return context.skip(disk.reason);
  await using place = disk;
  const file = join(place.path, 'store.db');
  expect(() => Store.open({ folder: place.path })).toThrow(
    expect.objectContaining({ code: 'ENGINE.FOLDER_UNUSABLE', message: expect.stringContaining('its disk is read-only') as string }), // safe: a matcher stands for a text
  );
  expect(explainStoreError(refusalOf(file), file)).toMatchObject({
    code: 'ENGINE.IO',
    retryable: true,
    message: expect.stringContaining(`${file} cannot be written: its disk is read-only`) as string, // safe: a matcher stands for a text
  });
});

/** What SQLite says to a write there. */
function refusalOf(file: string): unknown {
  try {
    new DatabaseSync(file).exec(WRITE);
    return undefined;
  } catch (error) {
    return error;
  }
}
