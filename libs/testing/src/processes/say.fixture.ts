// Says each step before it takes it, as fast as it can, and counts those it took in a file.
import { openSync, writeSync } from 'node:fs';
import { say } from './say.js';

const counted = openSync(process.argv[2] ?? '', 'w');
for (let step = 1; ; step++) {
  say(`doing ${step.toString()}`);
  writeSync(counted, `${step.toString()}\n`);
}
