import { languageOfScript } from '@tributary/chunking';
import { patientAccess } from '../paths/file-access.js';
import { mayBeScript } from '../rules/file-kinds.js';

/** A first line has room in so many bytes. */
const HEAD = 256;

/** Whether a file is a program without an ending, whose first line names an interpreter that is known; false where it cannot be read. */
export async function isScript(path: string, { mode, realPath }: { readonly mode: number; readonly realPath: string }): Promise<boolean> {
  if (!mayBeScript(path, mode)) return false;
  try {
    const file = await patientAccess.open(realPath);
    try {
      const bytes = new Uint8Array(HEAD);
      const length = await file.read(bytes, 0, HEAD);
      return languageOfScript(Buffer.from(bytes.buffer, 0, length).toString('latin1')) !== undefined;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
