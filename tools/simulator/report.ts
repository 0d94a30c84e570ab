// Sweeps the simulator to 256 embedders, compares policies of autoscalers, and writes the plots of docs/scaling.md; the tables go to standard output.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { percentile } from '../bench/figure.ts';
import type { EmbedderModel, Observation, Scaling } from './model.ts';
import { plotSvg, type Curve } from '../plots/line-plot.ts';
import { byQueueLength, byTokens } from './policies.ts';
import { simulate } from './simulate.ts';
import { EMBEDDERS, MINILM_TOKENS_PER_SECOND, imports, saturated } from './workloads.ts';

const FOLDER = fileURLToPath(new URL('../../docs/scaling/', import.meta.url));
const SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** Below this share of what so many single embedders make, the next one is not worth its cost. */
const KNEE = 0.9;

mkdirSync(FOLDER, { recursive: true });
const waiting = sweep('A served model, 40 ms a batch', EMBEDDERS.waiting);
const computing = sweep('A model on the embedder’s own core', EMBEDDERS.computing);
writeFileSync(
  `${FOLDER}throughput.svg`,
  plotSvg({
    ...{ title: 'Documents a second, simulated', x: 'embedders', y: 'documents/s', isLogarithmic: true },
    curves: [
      { name: 'served model, 40 ms a batch', color: '#1f6fb4', points: waiting },
      { name: 'model on the embedder’s own core', color: '#c2521c', points: computing },
    ],
  }),
);
comparePolicies();

function sweep(title: string, embedder: EmbedderModel): readonly (readonly [number, number])[] {
  console.log(
    `\n${title}\n\n| embedders | documents/s | tokens/s | of so many single ones | embedders busy | Redis busy |\n| --- | --- | --- | --- | --- | --- |`,
  );
  let single = 0;
  let knee: string | undefined;
  const points: [number, number][] = [];
  for (const count of SIZES) {
    const { jobs, tokens, seconds, redisBusy, embeddersBusy } = simulate(saturated(embedder, count), { seconds: 24, warmUp: 4 });
    if (count === 1) single = jobs / seconds;
    const share = jobs / seconds / (count * single);
    if (share < KNEE)
      knee ??= `${count.toString()} embedders, since Redis is ${(100 * redisBusy).toFixed(0)} % busy and they are ${(100 * embeddersBusy).toFixed(0)} %`;
    points.push([count, jobs / seconds]);
    console.log(
      `| ${[count, (jobs / seconds).toFixed(0), (tokens / seconds).toFixed(0), share.toFixed(2), embeddersBusy.toFixed(2), redisBusy.toFixed(2)].join(' | ')} |`,
    );
  }
  console.log(`\nKnee (below ${KNEE.toString()}): ${knee ?? 'none up to 256'}.`);
  return points;
}

function comparePolicies(): void {
  const base = { pollSeconds: 15, stabilisationSeconds: 300, startSeconds: 20, least: 1, most: 64 };
  const policies: readonly (readonly [string, string, Scaling['desired']])[] = [
    ['queue length, 5 jobs an embedder', '#888888', byQueueLength(5)],
    ['queue length, 100 jobs an embedder', '#c2521c', byQueueLength(100)],
    ['queue length, 500 jobs an embedder', '#7a4fb0', byQueueLength(500)],
    ['tokens waiting, gone in 60 s', '#2a9d5c', byTokens({ tokensPerEmbedder: MINILM_TOKENS_PER_SECOND, drainSeconds: 60 })],
    ['tokens waiting, gone in 30 s', '#1f6fb4', byTokens({ tokensPerEmbedder: MINILM_TOKENS_PER_SECOND, drainSeconds: 30 })],
  ];
  console.log('\n| policy | latency p50 (s) | p95 (s) | longest (s) | embedder hours |\n| --- | --- | --- | --- | --- |');
  const curves = policies.map(([name, color, desired]): Curve => {
    const points: [number, number][] = [];
    const noted = (seen: Observation) => {
      points.push([seen.now / 60, seen.embedders]);
      return desired(seen);
    };
    const { latencies, embedderSeconds } = simulate(imports(EMBEDDERS.computing, { ...base, desired: noted }), { seconds: 7200 });
    const figures = [percentile(latencies, 0.5), percentile(latencies, 0.95), percentile(latencies, 1)].map((value) => value.toFixed(1));
    console.log(`| ${[name, ...figures, (embedderSeconds / 3600).toFixed(2)].join(' | ')} |`);
    return { name, color, points };
  });
  writeFileSync(
    `${FOLDER}autoscaling.svg`,
    plotSvg({ title: 'Embedders after two imports, simulated', x: 'minutes', y: 'embedders', curves }),
  );
}
