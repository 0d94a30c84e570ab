// Compares the simulator with the four services as they run here, with one and two embedder processes, the median of five runs each (or of as many as the first
// argument says). The model is a server that takes 40 ms a batch; what a job takes beside it is learned from runs whose model answers at once.
// Ends with 1 where a deviation is above 15 %.
import { sampleModel, startOpenAiServer } from '@tributary/testing';
import { rateOfServices } from '../bench/embed/running-services.ts';
import { spread } from '../bench/figure.ts';
import type { EmbedderModel } from './model.ts';
import { simulate } from './simulate.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const MODEL_MS = 40;
/** The wait for others of a batch that is not full. */
const GATHERING_MS = 5;
/** Jobs at once in an embedder: few, so that what is waited for is the model, on two cores too. */
const CONCURRENCY = 8;
const DOCUMENTS = 1500;
const MOST_DEVIATION = 0.15;
const TEXTS = Array.from(
  { length: DOCUMENTS },
  (_, n) => `Entry ${n.toString()} tells of the harbour, of the tide and of the ships that wait for it.`,
);
const NO_LIMIT = 1e9;

const atOnce = await rates(1, 0);
const besideMs = (1000 * CONCURRENCY) / atOnce.median;
console.log(
  `Beside the model: ${besideMs.toFixed(1)} ms a job, from ${atOnce.median.toFixed(0)} documents/s with a model that answers at once.\n`,
);
console.log('| embedders | real documents/s, median (range) | simulated | deviation |\n| --- | --- | --- | --- |');
let isClose = true;
for (const embedders of [1, 2]) {
  const real = await rates(embedders, MODEL_MS);
  const simulated = simulatedRate(embedders);
  const deviation = simulated / real.median - 1;
  isClose &&= Math.abs(deviation) <= MOST_DEVIATION;
  const range = `${real.median.toFixed(0)} (${real.min.toFixed(0)}–${real.max.toFixed(0)})`;
  console.log(`| ${[embedders, range, simulated.toFixed(0), `${(100 * deviation).toFixed(1)} %`].join(' | ')} |`);
}
process.exitCode = isClose ? 0 : 1;

async function rates(embedders: number, delayMs: number) {
  await using server = await startOpenAiServer({ model: sampleModel({ delayMs }) });
  const model = { type: 'openai', url: `${server.url}/v1`, model: 'sample', batch_size: 64 };
  const env = { TRIBUTARY_QUEUES__EMBED_CHUNKS_CONCURRENCY: CONCURRENCY.toString() };
  const measured: number[] = [];
  for (let round = 0; round < ROUNDS; round++) measured.push(await rateOfServices({ embedders, model, texts: TEXTS, env }));
  return spread(measured);
}

/** As many documents, all of them there from the beginning. */
function simulatedRate(embedders: number): number {
  const seconds = (MODEL_MS + Math.max(besideMs, GATHERING_MS)) / 1000;
  const embedder: EmbedderModel = { concurrency: CONCURRENCY, batchTokens: 8192, inFlight: 4, batchSeconds: () => seconds };
  let left = DOCUMENTS;
  const nextArrival = () => (left-- > 0 ? { delay: 0, tokens: 30 } : undefined);
  const { latencies } = simulate({ embedder, embedders, redisJobsPerSecond: NO_LIMIT, nextArrival }, { seconds: 600 });
  return latencies.length / Math.max(...latencies);
}
