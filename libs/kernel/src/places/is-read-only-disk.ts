import { mkdtempSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';

/** Whether nothing can be written where a folder lies, for anybody: mounted so, or made so by the system since the disk has faults. Makes a folder there for a moment;
 *  a file that is open otherwise must not be opened to find out, since closing it gives up the locks that SQLite holds on it. */
export function isReadOnlyDisk(folder: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(folder, '.tributary-probe-')));
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
}
