import { expect, it } from 'vitest';
import { remoteFileSystem } from './remote-file-system.js';

const of = (type: number) => remoteFileSystem('/', () => Promise.resolve(type));

it('is known by its number, whatever the sign of that', async (context) => {
  if (process.platform !== 'linux') context.skip('the numbers of file systems are those of Linux');
  const names = await Promise.all([0x6969, 0xff534d42, 0xff534d42 | 0, 0x01021997].map(async (type) => (await of(type))?.name));
  expect(names).toEqual(['NFS', 'CIFS', 'CIFS', '9P']);
  expect(await of(0x65735546)).toEqual({ name: 'FUSE', mayBeLocal: true });
  expect(await of(0xef53)).toBeUndefined();
});
