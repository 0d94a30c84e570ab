import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { told } from './machine-speed.mjs';
import { table } from './table.mjs';

const PLACES = ['EVAL_DIR', 'MODELS_DIR', 'QDRANT_COMMAND', 'QDRANT_URL', 'CHROMA_URL', 'REDIS_URL'].map(
  (name) => `TRIBUTARY_TEST_${name}`,
);

/**
 * Keeps one bench's figures with date, commit, environment and machine, and how quick that was before and afterwards, and makes docs/figures.md anew from all that are kept.
 * A row that this run did not print stays, with the day and commit it is of: a run with less set up takes no figure away. `anew` drops such rows.
 * @returns {readonly string[]} what the rows are called that were kept
 */
export function writeFigures(root, { name, figures, nodeVersion, speeds, env, anew = false }) {
  const folder = join(root, 'docs/figures');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.json`);
  const kept = anew ? [] : rowsNotIn(figures, readRun(file));
  const run = {
    bench: name,
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(root),
    machine: machine(nodeVersion),
    environment: environmentOf(env),
    speeds,
    figures: [...figures, ...kept],
  };
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
  writePage(root);
  return kept.map(({ what }) => what);
}

/** Makes docs/figures.md of what docs/figures holds. */
function writePage(root) {
  const folder = join(root, 'docs/figures');
  const runs = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => readRun(join(folder, file)));
  writeFileSync(join(root, 'docs/figures.md'), figuresPage(runs));
}

function readRun(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { figures: [] };
}

function rowsNotIn(figures, { figures: before, date, commit }) {
  const printed = new Set(figures.map(keyOf));
  return before.filter((figure) => !printed.has(keyOf(figure))).map((figure) => ({ of: { date, commit }, ...figure }));
}

function keyOf({ what, unit, peer }) {
  return JSON.stringify([what, unit, peer?.name]);
}

/** What a bench does depends on these. Paths and addresses are not told, but that they were given. */
function environmentOf(env) {
  const given = Object.entries(env).filter(([name]) => name.startsWith('BENCH_'));
  const places = PLACES.filter((name) => env[name] !== undefined).map((name) => [name, '…']);
  return Object.fromEntries([...given, ...places]);
}

function figuresPage(runs) {
  return [
    '# Figures',
    '',
    'Written by `npm run bench -- --write` from what the benches printed; do not edit. Medians with their range; where something is compared, both',
    'ran in the same run, in turn. Machines are noisy: compare the ratios. A figure that misses its target says so. What is told of the machine before and',
    'after a run has nothing to do with the product (`tools/bench/report/machine-speed.mjs`): a fixed loop over integers on one core, and reading 24 MB,',
    'at once and after a rest of 300 ms, which is slow where a host takes memory away from a virtual machine that rests. A row with a day and commit of its own',
    'was not printed by the run of its section: an earlier one had more set up.',
    '',
    ...runs.flatMap(section),
  ].join('\n');
}

function section({ bench, date, commit, machine: where, environment = {}, speeds, figures }) {
  const machine = speeds === undefined ? '' : ` The machine before: ${told(speeds[0])}; after: ${told(speeds[1])}.`;
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
  return [
    `## ${bench}`,
    '',
    `${date}, commit ${commit}, ${where}; again with \`${variables.join('')}npm run bench -- ${bench}\`.${machine}`,
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
