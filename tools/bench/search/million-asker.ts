// Asks the collection of `million.ts` in a fresh process, and writes how long each query took and what the process holds.
import { writeFileSync } from 'node:fs';
import { allocateYoung, HeapLimits } from '@tributary/platform';
import { percentile } from '../figure.ts';
import { Ours } from './ours.ts';
import { ONE, storeIn } from './places.ts';

const ROUNDS = 5;
const QUERIES = 100;

// As every process of ours that searches.
allocateYoung();
const limits = HeapLimits.start();
const [folder = '', file = '', given = '[]'] = process.argv.slice(2);
// Safe: the bench gave a list of queries.
const texts = JSON.parse(given) as readonly string[];
const ours = new Ours(storeIn(folder));
let asked = 0;

async function ask(): Promise<number> {
  const text = texts[asked++ % texts.length] ?? '';
  const startedAt = performance.now();
  const [vector = new Float32Array(256)] = ours.model.embedSync([text]);
  await ours.run({ text, vector }, { collections: [ONE] });
  return performance.now() - startedAt;
}

async function round(): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < QUERIES) times.push(await ask());
  return times;
}

const readyMs = await ask();
await round();
const rounds: (readonly number[])[] = [];
while (rounds.length < ROUNDS) rounds.push(await round());
const share = (part: number) => rounds.map((times) => percentile(times, part));
const residentMb = process.memoryUsage().rss / 2 ** 20;
writeFileSync(file, JSON.stringify({ readyMs, p50: share(0.5), p95: share(0.95), residentMb }));
await ours.close();
limits.stop();
