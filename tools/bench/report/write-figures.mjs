import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { told } from './machine-speed.mjs';
import { table } from './table.mjs';

/** Keeps one bench's figures with date, commit and machine, and how quick that was before and afterwards, and makes docs/figures.md anew from all that are kept. */
export function writeFigures(root, { name, figures, nodeVersion, speeds }) {
  const folder = join(root, 'docs/figures');
  mkdirSync(folder, { recursive: true });
  const run = {
    bench: name,
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(root),
    machine: machine(nodeVersion),
    speeds,
    figures,
  };
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(run, null, 2)}\n`);
  const runs = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  writeFileSync(join(root, 'docs/figures.md'), figuresPage(runs));
}

function figuresPage(runs) {
  return [
    '# Figures',
    '',
    'Written by `npm run bench -- --write` from what the benches printed; do not edit. Medians with their range; where something is compared, both',
    'ran in the same run, in turn. Machines are noisy: compare the ratios. A figure that misses its target says so. What is told of the machine before and',
    'after a run has nothing to do with the product (`tools/bench/report/machine-speed.mjs`): a fixed loop over integers on one core, and reading 24 MB,',
    'at once and after a rest of 300 ms, which is slow where a host takes memory away from a virtual machine that rests.',
    '',
    ...runs.flatMap(section),
  ].join('\n');
}

function section({ bench, date, commit, machine: where, speeds, figures }) {
  const machine = speeds === undefined ? '' : ` The machine before: ${told(speeds[0])}; after: ${told(speeds[1])}.`;
  return [
    `## ${bench}`,
    '',
    `${date}, commit ${commit}, ${where}; again with \`npm run bench -- ${bench}\`.${machine}`,
    '',
    table(figures),
    '',
  ];
}

function commitOf(root) {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
}

function machine(nodeVersion) {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${nodeVersion}`;
}
