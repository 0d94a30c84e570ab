import { spread, type Figure, type Spread } from '../figure.ts';
import { Stages, type StageTimes, type StagesRun } from './stages.ts';

/** Files of the tree that are taken through the stages one by one. */
const SAMPLE = 2_000;
const STAGES: readonly { readonly name: keyof StageTimes; readonly what: string }[] = [
  { name: 'read', what: 'reading files' },
  { name: 'hygiene', what: 'masking secrets, language, near duplicates' },
  { name: 'cut', what: 'syntax trees and chunks' },
  { name: 'embed', what: 'vectors' },
  { name: 'analyse', what: 'terms and words' },
  { name: 'write', what: 'writing points' },
];

interface StageOptions {
  readonly repetitions: number;
  /** Processor time of a chunk on its whole way through the server, in microseconds. */
  readonly wholeMicroseconds: number;
}

/** What each stage costs alone, and which share of the whole that is; the rest is queues, catalog, threads and the runtime. */
export async function stageFigures(tree: string, paths: readonly string[], options: StageOptions): Promise<readonly Figure[]> {
  const step = Math.max(1, Math.floor(paths.length / SAMPLE));
  const sample = paths.filter((_, at) => at % step === 0);
  const stages = await Stages.open();
  // The first time everything is loaded and compiled.
  await stages.run(tree, sample);
  const runs: StagesRun[] = [];
  for (let round = 0; round < options.repetitions; round++) runs.push(await stages.run(tree, sample));
  const microseconds = (name: keyof StageTimes) => spread(runs.map(({ times, chunks }) => (times[name] * 1e6) / chunks));
  const known = STAGES.reduce((sum, { name }) => sum + microseconds(name).median, 0);
  const whole = spread([options.wholeMicroseconds]);
  const figure = (what: string, ours: Spread): Figure => ({
    what,
    unit: 'µs a chunk',
    ours,
    peer: { name: 'the whole standalone process', spread: whole },
    ratio: spread([ours.median / options.wholeMicroseconds]),
  });
  return [
    ...STAGES.map(({ name, what }) => figure(`one stage alone: ${what}`, microseconds(name))),
    figure('what is left: queues, catalog, answers, messages between threads, the runtime', spread([options.wholeMicroseconds - known])),
  ];
}
