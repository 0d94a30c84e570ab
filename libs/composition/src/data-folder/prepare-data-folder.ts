import { access, constants } from 'node:fs/promises';
import { permanent } from '@tributary/kernel';
import { remoteFileSystem, type RemoteFileSystem } from '@tributary/kernel/places';
import { makeFolder } from './make-folder.js';

interface Surroundings {
  /** Gets a sentence for a folder that may be unsuitable. */
  readonly warn?: (sentence: string) => void;
  /** What the folder lies on; tests put in what is not mounted. */
  readonly fileSystem?: (folder: string) => Promise<RemoteFileSystem | undefined>;
}

/** Makes sure that the folder is there, ours alone, writable and on a disk of this machine.
 *  @throws `DATA.UNUSABLE`, `CONFIG.NETWORK_FILE_SYSTEM` */
export async function prepareDataFolder(folder: string, { warn, fileSystem = remoteFileSystem }: Surroundings = {}): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw dataFolderUnusable(folder, error);
  }
  const remote = await fileSystem(folder);
  if (remote?.mayBeLocal === true) {
    warn?.(
      `The data folder ${folder} lies on ${remote.name}: if that is no disk of this machine (sshfs, Docker Desktop), the embedded store cannot keep its promises there; choose a local folder with --data.`,
    );
  } else if (remote !== undefined) {
    throw permanent(
      'CONFIG.NETWORK_FILE_SYSTEM',
      `The data folder ${folder} lies on ${remote.name}, where the embedded store cannot keep its promises: choose a local folder with --data (in WSL one below your Linux home), or use Qdrant as the engine.`,
    );
  }
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
