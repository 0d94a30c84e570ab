import { permanent } from '@tributary/kernel';

/** The version of a write or delete for which nobody gave one: max(now, last + 1).
 *  @throws `DOCUMENT.VERSION_EXHAUSTED` when the last one is the greatest there is */
export function nextVersion(nowMs: number, last: number | undefined): number {
  const next = last === undefined ? nowMs : Math.max(nowMs, last + 1);
  if (Number.isSafeInteger(next)) return next;
  throw permanent(
    'DOCUMENT.VERSION_EXHAUSTED',
    'The document has the greatest version there is (2^53 − 1): nothing newer can be written. Use another id.',
  );
}
