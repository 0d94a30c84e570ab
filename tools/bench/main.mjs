// Runs the benches one after another; each is a folder with a bench.ts and prints its figures as JSON in its last line.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare } from '../prepare/prepare.mjs';
import { machineSpeed } from './report/machine-speed.mjs';
import { table } from './report/table.mjs';
import { writeFigures } from './report/write-figures.mjs';

/** @returns {Promise<number>} 1 when a bench failed or a name is unknown */
export async function bench(root, given) {
  const known = benchNames(root);
  const names = given.filter((argument) => !['--write', '--anew'].includes(argument));
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no bench ${unknown}. There are: ${known.join(', ')}.`);
    return 2;
  }
  const { nodePath } = await prepare(root, { extent: 'full', log: console.error });
  let failed = false;
  for (const name of names.length === 0 ? known : names) {
    const startedAt = performance.now();
    const before = await machineSpeed();
    const figures = await runBench(root, nodePath, name);
    failed ||= figures === undefined;
    if (figures === undefined) continue;
    console.log(`\n## ${name} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)\n\n${table(figures)}`);
    if (!given.includes('--write')) continue;
    const speeds = [before, await machineSpeed()];
    const anew = given.includes('--anew');
    const kept = writeFigures(root, { name, figures, nodeVersion: versionOf(nodePath), speeds, env: process.env, anew });
    if (kept.length > 0)
      console.error(
        `Kept as they were, since this run did not print them (--write --anew drops them):\n${kept.map((what) => `- ${what}`).join('\n')}`,
      );
  }
  return failed ? 1 : 0;
}

function versionOf(nodePath) {
  return execFileSync(nodePath, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
}

function benchNames(root) {
  const folder = join(root, 'tools/bench');
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'bench.ts')));
}

/** @returns {Promise<import('./figure.ts').Figure[] | undefined>} undefined when the bench failed; it has said why on standard error */
function runBench(root, nodePath, name) {
  const args = ['--import', './tools/source-hooks.mjs', '--conditions=@tributary/source', '--expose-gc', `tools/bench/${name}/bench.ts`];
  const child = spawn(nodePath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (code === 0 && last.startsWith('{')) resolve(JSON.parse(last).figures);
      else {
        console.error(`The bench ${name} ended with code ${code}.`);
        resolve(undefined);
      }
    });
  });
}
