import { setTimeout as rest } from 'node:timers/promises';

const STEPS = 4e8;
const NUMBERS = 6 << 20;
const REST_MS = 300;
const ROUNDS = 9;

/**
 * How quick the machine is by what has nothing to do with the product, so that milliseconds of two days can be told apart from a change of the code: a virtual machine
 * changes by the hour, and some hosts take memory away from one that rests.
 * @typedef {object} MachineSpeed
 * @property {number} loop_s seconds of a fixed loop over integers on one core
 * @property {number} read_ms milliseconds to read 24 MB again at once, the median
 * @property {number} read_after_rest_ms the same after a rest of 300 ms
 */

/** @returns {Promise<MachineSpeed>} */
export async function machineSpeed() {
  const numbers = new Float32Array(NUMBERS).fill(1);
  return { loop_s: secondsOfLoop(), read_ms: await readMs(numbers, 0), read_after_rest_ms: await readMs(numbers, REST_MS) };
}

/** @param {MachineSpeed} speed */
export function told({ loop_s, read_ms, read_after_rest_ms }) {
  return `loop ${loop_s.toFixed(2)} s, reading ${read_ms.toFixed(1)} ms, after a rest ${read_after_rest_ms.toFixed(1)} ms`;
}

function secondsOfLoop() {
  const startedAt = performance.now();
  used(loop(STEPS));
  return (performance.now() - startedAt) / 1000;
}

/** @param {Float32Array} numbers @param {number} restMs */
async function readMs(numbers, restMs) {
  const times = [];
  while (times.length < ROUNDS) {
    await rest(restMs);
    const startedAt = performance.now();
    used(sum(numbers));
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[(ROUNDS - 1) / 2] ?? Number.NaN;
}

/** @param {number} steps */
function loop(steps) {
  let value = 0;
  for (let step = 0; step < steps; step++) value = (value * 31 + step) | 0;
  return value;
}

/** @param {Float32Array} numbers */
function sum(numbers) {
  let value = 0;
  for (let at = 0; at < numbers.length; at += 4) value += numbers[at] ?? 0;
  return value;
}

/** No compiler leaves out what is looked at. @param {number} value */
function used(value) {
  if (!Number.isFinite(value)) throw new Error('The machine cannot reckon.');
}
