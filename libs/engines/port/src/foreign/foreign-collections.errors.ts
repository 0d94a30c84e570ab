import { permanent, retryable, type TributaryError } from '@tributary/kernel';
import type { UnreadableCollection } from './found-collections.js';

/** The error of asking for a collection that cannot be read now; `place` may be all further collections of an engine, of which the one that is wanted may
 *  be one. */
export function collectionUnreadable(name: string, { name: place, engine, status, code, reason }: UnreadableCollection): TributaryError {
  const what = place === name ? `The collection ${name} cannot be read` : `The collection ${name} cannot be looked for in ${engine}`;
  const message = `${what}: ${reason.replace(/\.$/, '')}.`;
  if (status === 'incompatible') return permanent(code, `${message} What it lacks can be told by: tributary adopt ${engine}`);
  if (status === 'stale') return retryable(code, message);
  const next = `Ask again when ${engine} answers; tributary status shows how the engines are.`;
  return retryable(code, `${message} ${next}`, status === 'timed_out' ? { category: 'timeout' } : {});
}
