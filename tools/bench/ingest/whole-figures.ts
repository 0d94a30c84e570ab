import { spread, type Figure, type Spread } from '../figure.ts';
import type { Tree } from './tree.ts';
import type { WholeRun } from './whole.ts';

/** Asked of the standalone process: chunks a second, and seconds to find that nothing changed. */
const LEAST_CHUNKS = 3_000;
const MOST_SECONDS_UNCHANGED = 1;
/** The targets hold for a tree of this size. */
const FULL_SIZE = 10_000;

/** What runs over a tree showed. */
export function wholeFigures(who: string, runs: readonly WholeRun[], { files, bytes }: Tree): readonly Figure[] {
  const isAsked = who === 'standalone' && files === FULL_SIZE;
  const each = (value: (run: WholeRun) => number): Spread => spread(runs.map(value));
  const chunks = each((run) => run.chunks / run.seconds);
  const unchanged = spread(runs.flatMap(({ recheckSeconds }) => recheckSeconds));
  const tree = `${files.toLocaleString('en-US')} files`;
  return [
    { what: `${who}: size of ${tree}`, unit: 'MB', ours: spread([bytes / 1e6]) },
    { what: `${who}: what they are cut into`, unit: 'chunks', ours: each((run) => run.chunks) },
    {
      what: `${who}: ${tree}, from the request to searchable by words and by meaning`,
      unit: 'chunks/s',
      ours: chunks,
      ...(isAsked ? { target: { text: '≥ 3,000', met: chunks.median >= LEAST_CHUNKS } } : {}),
    },
    { what: `${who}: the same`, unit: 'files/s', ours: each((run) => run.files / run.seconds) },
    {
      what: `${who}: processor time of all its processes`,
      unit: 'ms a chunk',
      ours: each((run) => (run.usage.cpuSeconds * 1e3) / run.chunks),
    },
    { what: `${who}: most resident memory, all its processes`, unit: 'MB', ours: each((run) => run.usage.peakMb) },
    {
      what: `${who}: the same tree compared again, nothing changed`,
      unit: 's',
      ours: unchanged,
      ...(isAsked ? { target: { text: '≤ 1', met: unchanged.median <= MOST_SECONDS_UNCHANGED } } : {}),
    },
  ];
}
