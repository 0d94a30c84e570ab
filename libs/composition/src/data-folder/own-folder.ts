import { permanent } from '@tributary/kernel';
import { forgetWish, takeFromStandIn } from './hand-over.js';
import { Ownership } from './ownership.js';
import { prepareDataFolder } from './prepare-data-folder.js';
import { readServerFile } from './server-file.js';
import { forgetStopRequest } from './stop-server.js';

/** A server alone keeps all others out. Services share the folder: one gateway may replace another without a moment in which nobody answers, and nothing is
 *  restored over what a worker has open. A stand-in makes room. @throws `DATA.IN_USE` naming the server that has it, `DATA.UNUSABLE` */
export async function ownFolder(folder: string, how: 'alone' | 'shared'): Promise<Ownership> {
  await prepareDataFolder(folder);
  const take = () => (how === 'alone' ? Ownership.tryAcquire(folder) : Ownership.tryShare(folder));
  const ownership = take() ?? (await takeFromStandIn(folder, take));
  if (ownership) {
    await forgetWish(folder);
    await forgetStopRequest(folder);
    return ownership;
  }
  const server = await readServerFile(folder);
  const where = server === undefined ? 'another process' : `the server at ${server.url}`;
  throw permanent(
    'DATA.IN_USE',
    `The data folder ${folder} is in use by ${where}: use that one, end it ("tributary stop"), or choose another folder with --data.`,
    {
      category: 'conflict',
    },
  );
}
