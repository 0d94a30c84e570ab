import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { LocalPlaces } from './local-places.js';

const MOUNTS = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
40 22 0:35 / /home/me/far rw,relatime - nfs4 server:/far rw
41 40 0:36 / /home/me/far/near rw - tmpfs tmpfs rw
42 22 0:37 / /home/me/two\\040words rw - fuse.sshfs other: rw
43 22 254:1 / /stacked rw - ext4 /dev/vdb rw
44 43 0:38 / /stacked rw - cifs //server/share rw
`;

it('tells by what is mounted where whether a folder is of this machine: the innermost mount, the last of several, decides', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'mounts');
  await writeFile(file, MOUNTS);
  const places = new LocalPlaces(file);
  const local = ['/', '/home/me', '/home/me/farther', '/home/me/far/near', '/home/me/far/near/deep'];
  const remote = ['/home/me/far', '/home/me/far/deep', '/home/me/two words/x', '/stacked'];
  for (const path of local) expect([path, await places.has(path)]).toEqual([path, true]);
  for (const path of remote) expect([path, await places.has(path)]).toEqual([path, false]);
});

it('takes every folder for one of elsewhere where nothing tells what is mounted', async () => {
  expect(await new LocalPlaces('/nowhere/mounts').has('/')).toBe(false);
});
