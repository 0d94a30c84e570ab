import { availableParallelism } from 'node:os';
import { withNodeFirst } from '../node/run-child.mjs';
import { prepare } from '../prepare/prepare.mjs';
import { runCaptured } from '../prepare/run-captured.mjs';
import { STEPS } from './steps.mjs';

// No cloud, no background process, no drawing: the same on a laptop and in CI.
const NX = { NX_DAEMON: 'false', NX_TUI: 'false', NX_NO_CLOUD: 'true', NX_SKIP_NX_CACHE: process.env.NX_SKIP_NX_CACHE };

/** Runs all steps, prints what each said when it has ended, and ends with the time of each. */
export async function check(root, given) {
  const [first, ...others] = given;
  const isRest = first === '--without';
  const named = isRest ? others : given;
  if (isRest && named.length === 0) {
    console.error(`Name the steps to leave out after --without: ${STEPS.map(({ name }) => name).join(', ')}.`);
    return 2;
  }
  const unknown = named.find((name) => !STEPS.some((step) => step.name === name));
  if (unknown !== undefined) {
    console.error(`There is no step ${unknown}. There are: ${STEPS.map(({ name, proves }) => `${name} (${proves})`).join(', ')}.`);
    return 2;
  }
  // Types are one of the steps, so nothing is built beforehand.
  const { nodePath } = await prepare(root, { extent: 'full', build: false, log: console.error });
  const waiting = STEPS.filter(({ name }) => named.length === 0 || named.includes(name) !== isRest);
  const results = [];
  const startedAt = performance.now();
  const takeSteps = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step, { root, nodePath }));
  };
  await Promise.all(Array.from({ length: Math.max(2, Math.min(4, availableParallelism())) }, takeSteps));
  const failed = results.filter(({ code }) => code !== 0);
  console.log(
    `\n${results.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(' · ')} · together ${secondsSince(startedAt).toFixed(1)} s`,
  );
  console.log(failed.length === 0 ? 'check: all steps passed' : `check: failed: ${failed.map(({ name }) => name).join(', ')}`);
  return failed.length === 0 ? 0 : 1;
}

async function runStep({ name, args }, { root, nodePath }) {
  const startedAt = performance.now();
  const env = { ...process.env, ...NX, ...withNodeFirst(nodePath) };
  const { code, output } = await runCaptured(nodePath, args, { cwd: root, env });
  const seconds = secondsSince(startedAt);
  console.log(`\n── ${name}: ${code === 0 ? 'ok' : 'failed'}\n${output.trim()}`);
  return { name, code, seconds };
}

function secondsSince(startedAt) {
  return (performance.now() - startedAt) / 1000;
}
