import { permanent, type TributaryError } from '@tributary/kernel';

/** What is listed and cannot be done by this version. */
export function notAvailable(what: string, instead: string): TributaryError {
  return permanent('SOURCE.NOT_AVAILABLE', `${what} cannot be indexed by this version. ${instead}`, { category: 'conflict' });
}
