import { isAbsolute, resolve } from 'node:path';
import { reachOf, sourceKindOf, type SourceInput } from '@tributary/contracts';
import { expandHome } from '@tributary/kernel/places';

/** A path as the one means it who gave it to this process: from the user's home, or from the folder the process was started in. Web addresses and names of users
 *  stay as they are, and so do absolute paths. */
export function inCallersFolder<T extends Pick<SourceInput, 'location' | 'kind'>>(input: T): T {
  const { location, kind = sourceKindOf(location) } = input;
  if (reachOf(kind) !== 'local') return input;
  const path = expandHome(location);
  return { ...input, location: isAbsolute(path) ? path : resolve(path) };
}
