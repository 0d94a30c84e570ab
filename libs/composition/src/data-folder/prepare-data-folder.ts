import { access, constants, statfs } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';
import { makeFolder } from './make-folder.js';

/** `f_type` of file systems whose locks cannot be trusted between machines (Linux, statfs(2)). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
]);

/** Makes sure that the folder is there, ours alone, writable and on a disk of this machine.
 *  @throws `DATA.UNUSABLE`, `CONFIG.NETWORK_FILE_SYSTEM` */
export async function prepareDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderUnusable(folder, error);
  }
  const kind = await networkFileSystem(folder);
  if (kind === undefined) return;
  throw permanent(
    'CONFIG.NETWORK_FILE_SYSTEM',
    `The data folder ${folder} lies on ${kind}, where the embedded store cannot keep its promises: choose a local folder with --data, or use Qdrant as the engine.`,
  );
}

/** The sentence for a folder in which nothing can be kept. */
export function dataFolderUnusable(folder: string, cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return permanent(
    'DATA.UNUSABLE',
    `The data folder ${folder} cannot be used (${reason}): make it a writable folder, or choose another with --data.`,
    { cause },
  );
}

async function networkFileSystem(folder: string): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { type } = await statfs(folder);
  return NETWORK_FILE_SYSTEMS.get(type);
}
