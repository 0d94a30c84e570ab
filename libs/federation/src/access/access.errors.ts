import type { UnreadableCollection } from '@tributary/engines-port';
import { permanent, retryable, type TributaryError } from '@tributary/kernel';

/** `place` may be all further collections of an engine, of which the one that is wanted may be one. */
export function collectionUnreadable(name: string, { name: place, engine, status, code, reason }: UnreadableCollection): TributaryError {
  const what = place === name ? `The collection ${name} cannot be read` : `The collection ${name} cannot be looked for in ${engine}`;
  const message = `${what}: ${reason.replace(/\.$/, '')}.`;
  if (status === 'incompatible') return permanent(code, message);
  return retryable(code, message, status === 'timed_out' ? { category: 'timeout' } : {});
}
