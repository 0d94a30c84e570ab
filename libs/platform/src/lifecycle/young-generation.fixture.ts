// A process of its own: the young generation of one that has worked before is as large as it ever was. Prints its size after work that enlarges it.
import { getHeapSpaceStatistics } from 'node:v8';
import { HeapLimits } from './heap-limits.js';

const ROUNDS = 200;
let kept: object[] = [];

/** Makes what survives a collection or two and then dies: that is what makes V8 enlarge the young generation. */
function churn(objects: number): void {
  for (let i = 0; i < objects; i++) kept.push({ at: i, list: [i] });
  if (kept.length > 100_000) kept = kept.slice(50_000);
}

if (process.argv[2] === 'limited') HeapLimits.start();
let rounds = 0;
const work = setInterval(() => {
  churn(20_000);
  if (++rounds < ROUNDS) return;
  clearInterval(work);
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0;
  process.stdout.write(`young ${young.toString()}\n`);
}, 1);
