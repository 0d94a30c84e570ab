import { permanent, toErrorRecord, type TributaryError } from '@tributary/kernel';

/** A wrong command line: one sentence; ends with exit code 2. */
export function usageError(message: string): TributaryError {
  return permanent('USAGE.ARGUMENTS', message);
}

/** 0 ok, 1 failed, 2 usage, 78 configuration: as servers have it (`exitCodeOf`), whose library takes a tenth of a second to load. */
export function commandExitCode(error: unknown): 1 | 2 | 78 {
  const { code } = toErrorRecord(error);
  if (code.startsWith('CONFIG.')) return 78;
  // Dialects are named on the command line only.
  return code.startsWith('USAGE.') || code === 'DIALECT.UNKNOWN' ? 2 : 1;
}
