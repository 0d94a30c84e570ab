// Files to answers: a tree of 10,000 real files through a running server, in one process and in four; what each stage costs; and the libraries underneath.
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { startServices, startStandalone } from '../end-to-end/servers.ts';
import { report, spread, type Figure } from '../figure.ts';
import { libraryFigures } from './library-figures.ts';
import { stageFigures } from './stage-figures.ts';
import { gatherTree } from './tree.ts';
import { wholeFigures } from './whole-figures.ts';
import { runWhole, type WholeRun } from './whole.ts';

const root = join(import.meta.dirname, '../../..');
/** Fewer for a quick look; the figures to be kept are those of the full size. */
const files = Number(process.env['BENCH_FILES'] ?? 10_000);
const repetitions = Number(process.env['BENCH_REPETITIONS'] ?? 5);
const RECHECKS = 5;

await using folder = await temporaryFolder();
const path = join(folder.path, 'tree');
// The servers inherit it: they read only below folders they were told.
process.env['TRIBUTARY_SOURCES__ROOTS'] = JSON.stringify([folder.path]);
const tree = gatherTree(root, path, files);
const runs: { readonly standalone: WholeRun[]; readonly services: WholeRun[] } = { standalone: [], services: [] };
for (let round = 0; round < repetitions; round++) {
  runs.standalone.push(await runWhole(startStandalone, path, RECHECKS));
  runs.services.push(await runWhole((data) => startServices(data, 1), path, RECHECKS));
}
const standalone = spread(runs.standalone.map(({ usage, chunks }) => (usage.cpuSeconds * 1e6) / chunks)).median;
const figures: readonly Figure[] = [
  ...wholeFigures('standalone', runs.standalone, tree),
  ...wholeFigures('services, 1 embedder', runs.services, tree),
  ...(await stageFigures(path, tree.paths, { repetitions, wholeMicroseconds: standalone })),
  ...(await libraryFigures(path, tree.paths, repetitions)),
];
report(figures);
