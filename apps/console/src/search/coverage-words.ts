import { isMissed, type Coverage, type CoverageStatus } from '@tributary/contracts';

const WORDS: Readonly<Record<CoverageStatus, string>> = {
  searched: 'searched',
  partial: 'searched in part',
  skipped: 'skipped',
  timed_out: 'timed out',
  denied: 'denied',
  failed: 'failed',
  incompatible: 'incompatible',
  stale: 'stale',
  not_selected: 'not selected',
};

/** What is worth a look first. */
const ORDER: readonly CoverageStatus[] = [
  'searched',
  'partial',
  'timed_out',
  'failed',
  'incompatible',
  'stale',
  'denied',
  'skipped',
  'not_selected',
];

export function wordsOf(status: CoverageStatus): string {
  return WORDS[status];
}

/** Such as `9 searched, 1 timed out, 1 incompatible`. */
export function summarise(coverage: readonly Coverage[]): string {
  const counts = ORDER.map((status) => [coverage.filter((one) => one.status === status).length, WORDS[status]] as const);
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${count.toString()} ${word}`);
  return parts.length === 0 ? 'no collections' : parts.join(', ');
}

/** True where everything that was asked answered. */
export function isWhole(coverage: readonly Coverage[]): boolean {
  return !coverage.some(isMissed);
}
