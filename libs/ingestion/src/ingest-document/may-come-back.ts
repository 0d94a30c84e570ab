import type { ReadOutcome } from '@tributary/sources-port';

const ALWAYS = new Set(['missing', 'unreadable', 'outside', 'changing']);

/** Whether what could not be read may be read another time, so that what is known of it stays; what is no document goes. */
export function mayComeBack({ reason, passing }: Pick<Extract<ReadOutcome, { read: false }>, 'reason' | 'passing'>): boolean {
  return passing ?? ALWAYS.has(reason);
}
