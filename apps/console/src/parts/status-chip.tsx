const KINDS: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  ready: 'good',
  idle: 'good',
  done: 'good',
  up: 'good',
  indexing: 'warn',
  syncing: 'warn',
  active: 'warn',
  running: 'warn',
  stale: 'warn',
  empty: 'warn',
  paused: 'warn',
  degraded: 'warn',
  failed: 'bad',
  dead: 'bad',
  down: 'bad',
};

/** A state in a word; the colour only repeats it. */
export function StatusChip({ status }: { readonly status: string }) {
  return <span className={`chip ${KINDS[status] ?? ''}`}>{status}</span>;
}
