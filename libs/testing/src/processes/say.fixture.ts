// Says each step before it takes it, as fast as it can, and counts those it took in a file; with `stream`, over a pipe that does not wait.
import { openSync, writeSync } from 'node:fs';
import { say } from './say.js';

const [counts = '', output] = process.argv.slice(2);
if (output === 'stream') process.stdout.uncork();
const counted = openSync(counts, 'w');
for (let step = 1; ; step++) {
  say(`doing ${step.toString()}`);
  writeSync(counted, `${step.toString()}\n`);
}
