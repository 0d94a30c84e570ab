import { toErrorRecord } from '@tributary/kernel';

/** Exit codes of every server: 0 ok, 1 failed, 2 usage, 78 configuration. */
export function exitCodeOf(error: unknown): 1 | 2 | 78 {
  const { code } = toErrorRecord(error);
  if (code.startsWith('CONFIG.')) return 78;
  return code.startsWith('USAGE.') ? 2 : 1;
}
