import { permanent } from '@tributary/kernel';

/** The error of a document in which processes ended or hung again and again, see docs/adr/0166. */
export const ENDS_PROCESS = 'DOCUMENT.ENDS_PROCESS';

/** It is not touched again. */
export function endsItsProcess(): Error {
  return permanent(
    'DOCUMENT.ENDS_PROCESS',
    'Each process that took this document up ended or hung in it, so it is left alone. Hand it in again without what is unusual in it, or delete it; after an update, or with more memory, redrive its job. Please report it.',
  );
}
