// Compares the simulator with the four services as they run here, with one and two embedder processes, the median of five runs each (or of as many as the first
// argument says). The model is a server that takes 40 ms a batch. What the simulator has to be told of this machine is learned from two other runs: of an embedder that
// takes one job after another, what a job takes beside the model; of one that takes as many as it may and whose model answers at once, what the machine can do at most.
// The four kinds of run take turns: a machine is faster or slower for minutes, by what else it does. Ends with 1 where a deviation is above 15 %.
import { SeededRandom, sampleModel, startOpenAiServer } from '@tributary/testing';
import { notesOf } from '../bench/embed/documents.ts';
import { rateOfServices } from '../bench/embed/running-services.ts';
import { spread } from '../bench/figure.ts';
import type { EmbedderModel } from './model.ts';
import { simulate } from './simulate.ts';
import { EMBEDDERS, GATHER_SECONDS } from './workloads.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const MODEL_MS = 40;
/** Jobs at once in an embedder: few, so that what is waited for is the model, on two cores too. */
const CONCURRENCY = 8;
/** As many as by default. */
const MOST_AT_ONCE = 64;
const DOCUMENTS = 1500;
/** For a run that takes them one after another. */
const FEW = 200;
const MOST_DEVIATION = 0.15;
const SEED = 7;
const NOTES = notesOf(new Array<string>(DOCUMENTS).fill('This entry tells of the harbour, of the tide and of the ships that wait for it.'));

const RUNS = {
  // With the same model: a process that waits between its steps is slower in each than one that never does.
  inTurn: { embedders: 1, delayMs: MODEL_MS, concurrency: 1, documents: FEW },
  atMost: { embedders: 1, delayMs: 0, concurrency: MOST_AT_ONCE },
  one: { embedders: 1, delayMs: MODEL_MS, concurrency: CONCURRENCY },
  two: { embedders: 2, delayMs: MODEL_MS, concurrency: CONCURRENCY },
} as const satisfies Record<string, Run>;
type Measured = Readonly<Record<keyof typeof RUNS, number>>;

const rounds: Measured[] = [];
for (let round = 0; round < ROUNDS; round++)
  rounds.push({ inTurn: await rate(RUNS.inTurn), atMost: await rate(RUNS.atMost), one: await rate(RUNS.one), two: await rate(RUNS.two) });
const rates = (kind: keyof Measured) => spread(rounds.map((measured) => measured[kind]));

const [inTurn, atMost] = [rates('inTurn').median, rates('atMost').median];
const besideSeconds = Math.max(0, 1 / inTurn - MODEL_MS / 1000 - GATHER_SECONDS);
console.log(
  `Beside the model: ${(1000 * besideSeconds).toFixed(1)} ms a job, from ${inTurn.toFixed(0)} documents/s one after another; ` +
    `this machine does ${atMost.toFixed(0)} documents/s.\n`,
);
console.log('| embedders | real documents/s, median (range) | simulated | deviation |\n| --- | --- | --- | --- |');
let isClose = true;
for (const kind of ['one', 'two'] as const) {
  const real = rates(kind);
  const { embedders } = RUNS[kind];
  const simulated = simulatedRate(embedders);
  const deviation = simulated / real.median - 1;
  isClose &&= Math.abs(deviation) <= MOST_DEVIATION;
  const range = `${real.median.toFixed(0)} (${real.min.toFixed(0)}–${real.max.toFixed(0)})`;
  console.log(`| ${[embedders, range, simulated.toFixed(0), `${(100 * deviation).toFixed(1)} %`].join(' | ')} |`);
}
process.exitCode = isClose ? 0 : 1;

interface Run {
  readonly embedders: number;
  readonly delayMs: number;
  /** Jobs at once in an embedder. */
  readonly concurrency: number;
  /** Left out: all. */
  readonly documents?: number;
}

async function rate({ embedders, delayMs, concurrency, documents = DOCUMENTS }: Run): Promise<number> {
  await using server = await startOpenAiServer({ model: sampleModel({ delayMs }) });
  const model = { type: 'openai', url: `${server.url}/v1`, model: 'sample' };
  const env = { TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: concurrency.toString() };
  return await rateOfServices({ embedders, model, documents: NOTES.slice(0, documents), env });
}

/** As many documents, all of them there from the beginning. */
function simulatedRate(embedders: number): number {
  const embedder: EmbedderModel = {
    ...EMBEDDERS.waiting,
    concurrency: CONCURRENCY,
    besideSeconds,
    batchSeconds: () => MODEL_MS / 1000,
  };
  let left = DOCUMENTS;
  const nextArrival = () => (left-- > 0 ? { delay: 0, tokens: 30 } : undefined);
  // What all processes share has no fixed time for a job: it waits for what others do just then.
  const random = new SeededRandom(SEED);
  const redisFactor = () => -Math.log(1 - random.next());
  const { latencies } = simulate({ embedder, embedders, redisJobsPerSecond: atMost, redisFactor, nextArrival }, { seconds: 600 });
  return latencies.length / Math.max(...latencies);
}
