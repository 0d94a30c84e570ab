import { MIB } from '@tributary/kernel';
import { smallDisk, temporaryFolder } from '@tributary/testing';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { backUp } from './back-up.js';

it.for(['store/main/store.db', 'vectors.bin'])(
  'says that there is no room where %s does not fit, and leaves nothing',
  async (large, context) => {
    const disk = await smallDisk(MIB);
    if ('reason' in disk) return context.skip(disk.reason);
    await using room = disk;
    await using folder = await temporaryFolder();
    await mkdir(join(folder.path, 'store/main'), { recursive: true });
    const store = new DatabaseSync(join(folder.path, 'store/main/store.db'));
    store.exec('CREATE TABLE kept (bytes BLOB)');
    if (large.endsWith('.db')) store.prepare('INSERT INTO kept VALUES (zeroblob(?))').run(4 * MIB);
    else await writeFile(join(folder.path, large), Buffer.alloc(4 * MIB));
    store.close();
    const target = join(room.path, 'copy');
    const failure: unknown = await backUp(folder.path, target).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'BACKUP.NO_ROOM' });
    expect(String(failure)).toContain(`There is no room for a backup in ${target}`);
    expect(await readdir(room.path)).toEqual([]);
  },
);
