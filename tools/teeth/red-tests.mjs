import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs tests once in the tree as it is: what fails without a patch says nothing about one.
 * @param {(args: string[]) => { stderr: string }} runTests
 * @param {readonly string[]} paths of test files or folders of them
 * @returns {Set<string>} the paths below which a test fails, or none ran
 */
export function redTests(runTests, paths) {
  const folder = mkdtempSync(join(tmpdir(), 'teeth-'));
  try {
    const report = join(folder, 'report.json');
    const { stderr } = runTests(['--reporter=json', `--outputFile=${report}`, ...paths]);
    const files = readReport(report, stderr);
    return new Set(paths.filter((path) => !isGreen(files.filter(({ name }) => name.includes(`/${path}`)))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function isGreen(files) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  return files.every(({ status }) => status === 'passed') && tests.some(({ status }) => status === 'passed');
}

function readReport(file, stderr) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).testResults;
  } catch (error) {
    throw new Error(`The tests could not be run without a patch: ${stderr}`, { cause: error });
  }
}

/** For `runTests` by a node: @returns what a test run gives */
export function testRunner(root, { node, env }) {
  return (args) => spawnSync(node, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], { cwd: root, encoding: 'utf8', env });
}
