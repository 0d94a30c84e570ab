// Takes the code behind each promise out, one patch at a time, and checks that the tests named in the patch notice.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findNode } from '../node/pinned-node.mjs';
import { withNodeFirst } from '../node/run-child.mjs';
import { build } from '../prepare/build.mjs';
import { redTests, testRunner } from './red-tests.mjs';

/** @returns {Promise<number>} 1 when some tests stayed green although the code they guard was gone, or were red with it */
export async function teeth(root, names) {
  const patches = readPatches(root).filter(({ name }) => names.length === 0 || names.some((wanted) => name.startsWith(wanted)));
  if (patches.length === 0) {
    console.error(`No patch fits ${names.join(', ')}.`);
    return 2;
  }
  const node = findNode(root)?.path ?? process.execPath;
  const runTests = testRunner(root, { node, env: { ...process.env, ...withNodeFirst(node) } });
  await build(root, { nodePath: node });
  const red = redTests(runTests, [...new Set(patches.flatMap(({ tests }) => tests))]);
  const harmless = [];
  for (const patch of patches) if (isRed(patch, red) || !(await noticed({ root, node, runTests }, patch))) harmless.push(patch);
  console.log(`${patches.length - harmless.length} passed, ${harmless.length} failed, 0 skipped`);
  return harmless.length === 0 ? 0 : 1;
}

/** A patch begins with lines `Promise: …` and `Tests: path path …`; what follows is a diff against the tree. */
function readPatches(root) {
  const folder = join(root, 'tools/teeth/patches');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const field = (name) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '';
      return { name: file, path: join(folder, file), promise: field('Promise'), tests: field('Tests').split(/\s+/) };
    });
}

/** True when a test of the patch fails, or does not run, in the tree as it is. */
function isRed({ name, promise, tests }, red) {
  const failing = tests.filter((path) => red.has(path));
  if (failing.length === 0) return false;
  console.log(`RED WITHOUT IT  ${name}  ${promise}: mend first, or make run: ${failing.join(' ')}`);
  return true;
}

/** True when the tests fail with the patch applied; the tree is put back in any case. */
async function noticed({ root, node, runTests }, { name, path, promise, tests }) {
  if (spawnSync('git', ['apply', path], { cwd: root, stdio: 'inherit' }).status !== 0) {
    console.log(`DOES NOT APPLY  ${name}  ${promise}: make it anew from the code of today`);
    return false;
  }
  try {
    // Worker threads and programs that tests start run the built code.
    await build(root, { nodePath: node });
    const run = runTests(['--bail', '1', ...tests]);
    const failedTest = /\bfailed\b/.test(run.stdout) && run.status !== 0;
    console.log(`${failedTest ? 'noticed' : 'NOT NOTICED'}  ${name}  ${promise}`);
    return failedTest;
  } finally {
    execFileSync('git', ['apply', '-R', path], { cwd: root, stdio: 'inherit' });
    await build(root, { nodePath: node });
  }
}
