import { close, constants, fstat, open } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Neither links nor named pipes can hold the opening up. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const openFile = promisify(open);
const stateOf = promisify(fstat);
export const closeFile = promisify(close);

/** Opens the file of this real path, and no other that a link on the way leads to by now. @returns its descriptor, for the caller to close
 *  @throws the system's error, and where it is another file */
export async function openInPlace(location: string): Promise<number> {
  const file = await openFile(location, OPEN_FLAGS);
  try {
    const opened = await stateOf(file);
    const [place, there] = await Promise.all([realpath(location), stat(location)]);
    if (place !== location || there.ino !== opened.ino || there.dev !== opened.dev) throw new Error('A link leads elsewhere from there.');
    return file;
  } catch (error) {
    await closeFile(file);
    throw error;
  }
}
