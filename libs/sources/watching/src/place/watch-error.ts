import { permanent, type TributaryError } from '@tributary/kernel';

/** ENOSPC: no more watches; EMFILE: no more instances of inotify, or of open files. */
const LIMIT = /ENOSPC|EMFILE|No space left on device|Too many open files/;

/** A library's failure as ours: `WATCH.LIMIT` where the system gives no more watches, else `WATCH.UNAVAILABLE`. */
export function toWatchError(cause: unknown): TributaryError {
  const text = cause instanceof Error ? `${'code' in cause ? String(cause.code) : ''} ${cause.message}` : String(cause);
  return LIMIT.test(text)
    ? permanent('WATCH.LIMIT', 'The system gives no more watches of files: raise fs.inotify.max_user_watches, or watch fewer folders.', {
        category: 'unavailable',
        cause,
      })
    : permanent('WATCH.UNAVAILABLE', `This way of watching does not work here: ${text.trim()}`, { category: 'unavailable', cause });
}
