import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './error-code.js';
import { patientAccess, type FileAccess } from './file-access.js';

/** The real path of a document. Paths in keys are in Unicode form NFC, names on disk in any form: where the name as given does not exist, each part is
 *  looked up by its NFC form.
 *  @throws the system's error when there is none */
export async function realPathOf(root: string, path: string, files: Pick<FileAccess, 'realpath'> = patientAccess): Promise<string> {
  try {
    return await files.realpath(join(root, path));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    const found = await findByNormalForm(root, path);
    if (found === undefined) throw error;
    return await files.realpath(found);
  }
}

async function findByNormalForm(root: string, path: string): Promise<string | undefined> {
  let folder = root;
  for (const part of path.split('/')) {
    const name = await nameInFolder(folder, part);
    if (name === undefined) return undefined;
    folder = join(folder, name);
  }
  return folder;
}

async function nameInFolder(folder: string, wanted: string): Promise<string | undefined> {
  let found: string | undefined;
  for await (const { name } of await opendir(folder)) {
    if (name === wanted) return name;
    // Among several names of one NFC form the first in the order of their units: the scan takes the same one.
    if (name.normalize('NFC') === wanted && (found === undefined || name < found)) found = name;
  }
  return found;
}
