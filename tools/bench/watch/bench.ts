// From the save of a file to an answer that has it, over a source of 20,000 watched files: while nothing else happens, and while another tree is indexed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandalone } from '../end-to-end/servers.ts';
import { percentile, report, spread, type Figure } from '../figure.ts';
import { gatherTree } from '../ingest/tree.ts';
import { usageOf } from '../process-usage.ts';
import { NotesTree } from './notes-tree.ts';
import { ServedSources } from './served-sources.ts';

const root = join(import.meta.dirname, '../../..');
/** Fewer for a quick look; the figures to be kept are those of the full size. */
const files = Number(process.env['BENCH_FILES'] ?? 20_000);
const saves = Number(process.env['BENCH_SAVES'] ?? 200);
const idleSeconds = Number(process.env['BENCH_IDLE_SECONDS'] ?? 60);
const loadFiles = Math.min(files, 5_000);
const MOST_MS_IDLE = 1_000;
const MOST_MS_UNDER_LOAD = 2_000;
const MOST_IDLE_SHARE = 1;
const MOST_IDLE_MB = 200;

const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
// The server inherits it: it reads only below folders it was told.
process.env['TRIBUTARY_SOURCES__ROOTS'] = JSON.stringify([folder]);
const server = await startStandalone(join(folder, 'data'));
try {
  const notes = new NotesTree(join(folder, 'notes'), files);
  gatherTree(root, join(folder, 'load'), loadFiles);
  const sources = await ServedSources.connect(server.url, join(folder, 'data'));
  await sources.index(notes.path, { watch: true });
  const share = await idleShare(server.pid);
  const resident = await server.residentMb();
  const idle = await saveTimes(sources, notes, () => true);
  let isLoaded = true;
  const loading = sources.index(join(folder, 'load'), { watch: false }).finally(() => (isLoaded = false));
  const loaded = await saveTimes(sources, notes, () => isLoaded);
  await loading;
  report([
    ...timeFigures(`${files.toLocaleString('en-US')} watched files, nothing else to do`, idle, MOST_MS_IDLE),
    ...timeFigures(`the same while a tree of ${loadFiles.toLocaleString('en-US')} files is indexed`, loaded, MOST_MS_UNDER_LOAD),
    {
      what: `processor time while ${files.toLocaleString('en-US')} files are watched and nothing happens, over ${idleSeconds.toString()} s`,
      unit: '% of a core',
      ours: spread([share]),
      target: { text: '≤ 1', met: share <= MOST_IDLE_SHARE },
    },
    {
      what: `resident memory of the process then, ${files.toLocaleString('en-US')} chunks`,
      unit: 'MB',
      ours: spread([resident]),
      target: { text: `≤ ${MOST_IDLE_MB.toString()}`, met: resident <= MOST_IDLE_MB },
    },
  ]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Milliseconds from each save to the answer that has it; ends early when `goesOn` says so. */
async function saveTimes(sources: ServedSources, notes: NotesTree, goesOn: () => boolean): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < saves && goesOn(); n++) {
    const word = notes.save();
    const savedAt = performance.now();
    await sources.untilFound(word);
    times.push(performance.now() - savedAt);
  }
  return times;
}

async function idleShare(pid: number | undefined): Promise<number> {
  const quiet = () => new Promise((resolve) => setTimeout(resolve, idleSeconds * 1_000));
  // What indexing has left to do is done first: threads end, the log is copied into the file.
  await new Promise((resolve) => setTimeout(resolve, 15_000));
  const before = await usageOf(pid);
  await quiet();
  return ((await usageOf(pid)).cpuSeconds - before.cpuSeconds) / (idleSeconds / 100);
}

function timeFigures(when: string, times: readonly number[], mostMs: number): readonly Figure[] {
  const p99 = percentile(times, 0.99);
  return [
    { what: `${when}: save to searchable, p50`, unit: 'ms', ours: spread([percentile(times, 0.5)]) },
    {
      what: `${when}: the same, p99`,
      unit: 'ms',
      ours: spread([p99]),
      target: { text: `≤ ${mostMs.toLocaleString('en-US')}`, met: p99 <= mostMs },
    },
    { what: `${when}: saves that were looked for`, unit: 'saves', ours: spread([times.length]) },
  ];
}
