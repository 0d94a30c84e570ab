import { isServed } from '@tributary/composition/session';
import { COLLECTION_NAME, permanent } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';

const LONGEST_TOLD = 260;

interface Named {
  readonly configuration: Configuration;
  /** Those of the dialects that act. */
  readonly variables: readonly string[];
}

/** Other programs give their collections any name, and these are found by it; a new one in a store of ours has one of ours. Which engines there are is known where
 *  this process opens them itself: a server that runs on the folder may have others. @throws `CONFIG.INVALID` */
export async function requirePossibleCollection({ configuration, variables }: Named): Promise<void> {
  const { data, dialects, engines } = configuration;
  const name = dialects.qdrant.collection;
  if (!variables.includes('COLLECTION_NAME') || name === undefined || mayBeHere(name)) return;
  if (Object.values(engines).some(({ type }) => type !== 'embedded') || (await isServed(data.folder))) return;
  throw permanent(
    'CONFIG.INVALID',
    `COLLECTION_NAME: ${JSON.stringify(name.slice(0, LONGEST_TOLD))} can be the name of no collection here. Write at most 128 letters, digits, ".", "_" and "-", a letter or digit first, such as my-memories.`,
  );
}

/** Whether a collection may be meant by it: a name, `<engine>/<name>`, or a pattern with `*`. */
function mayBeHere(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= 2 && parts.every((part) => COLLECTION_NAME.test(part.replaceAll('*', 'x')));
}
