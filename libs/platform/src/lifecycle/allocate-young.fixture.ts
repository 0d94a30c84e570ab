// A process of its own: V8 flags are those of a whole process. Says whether objects are made in the young generation after many of the same kind lived long.
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { allocateYoung } from './allocate-young.js';

const ROUNDS = 6;
const KEPT = 300_000;
const NEXT = 10_000;

if (process.argv[2] === 'young') allocateYoung();
setFlagsFromString('--allow-natives-syntax');
// Safe: the code is this line's own.
const isYoung = runInThisContext('(object) => %InYoungGeneration(object)') as (object: object) => boolean;

function make(at: number): object {
  return { at, near: { list: [at, at + 1] } };
}

const kept: object[] = [];
let isOld = false;
// When V8 compiles, and so decides, is not known.
for (let round = 0; round < ROUNDS && !isOld; round++) {
  kept.length = 0;
  for (let i = 0; i < KEPT; i++) kept.push(make(i));
  let young = 0;
  for (let i = 0; i < NEXT; i++) if (isYoung(make(i))) young++;
  isOld = young < NEXT / 2;
}
process.stdout.write(`made ${isOld ? 'old' : 'young'}\n`);
