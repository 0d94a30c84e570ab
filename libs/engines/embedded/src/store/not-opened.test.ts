import { toErrorRecord } from '@tributary/kernel';
import { temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { explainStoreError } from './sqlite-errors.js';
import { Store } from './store.js';

it('names the limit of open files where a read cannot open the store, and takes writes all the same', async () => {
  await using folder = await temporaryFolder();
  const store = Store.open({ folder: folder.path });
  const open = () => {
    new DatabaseSync(join(folder.path, 'none/store.db')).close();
  };
  const said = expect.stringMatching(
    /store\.db, or a file beside it, cannot be opened: .+ \(ulimit -n; LimitNOFILE of a service\)/,
  ) as string; // safe: a matcher stands for a text
  await expect(store.guard(open)).rejects.toMatchObject({ code: 'ENGINE.IO', retryable: true, message: said });
  expect(store.refusal).toBeUndefined();
  const write = () => {
    try {
      open();
    } catch (error) {
      // As the writer does.
      throw explainStoreError(error, store.file);
    }
  };
  const refused = await store.guard(write).catch(toErrorRecord);
  expect(store.refusal).toBe(refused?.message);
  store.close();
});
