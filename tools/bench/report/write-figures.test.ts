import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import type { Figure } from '../figure.js';
import { writeFigures } from './write-figures.mjs';

const row = (what: string, median: number): Figure => ({ what, unit: 'MB', ours: { median, min: median, max: median } });
const BEFORE = {
  bench: 'search',
  date: '2026-01-02',
  commit: 'abc1234',
  machine: '2 cores',
  figures: [row('small', 100), row('a million', 416)],
};

async function treeWithFigures() {
  const folder = await temporaryFolder();
  execFileSync('git', ['init', '-q', folder.path]);
  execFileSync('git', ['-C', folder.path, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'one']);
  await mkdir(join(folder.path, 'docs/figures'), { recursive: true });
  await writeFile(join(folder.path, 'docs/figures/search.json'), JSON.stringify(BEFORE));
  return folder;
}

const run = { name: 'search', figures: [row('small', 90)], nodeVersion: '24.0.0', speeds: undefined };

it('keeps rows that a run did not print, marked with the day and commit they are of, however often it is written', async () => {
  await using folder = await treeWithFigures();
  const env = { BENCH_CHUNKS: '5000', TRIBUTARY_TEST_MODELS_DIR: '/somewhere', HOME: '/me' };
  for (const _again of [1, 2]) expect(writeFigures(folder.path, { ...run, env })).toEqual(['a million']);
  const page = await readFile(join(folder.path, 'docs/figures.md'), 'utf8');
  expect(page).toContain('| small | 90 MB |');
  expect(page).toContain('| a million (2026-01-02, commit abc1234) | 416 MB |');
  expect(page).toContain('again with `BENCH_CHUNKS=5000 TRIBUTARY_TEST_MODELS_DIR=… npm run bench -- search`');
  expect(page).not.toContain('/somewhere');
});

it('drops them where all are to be written anew', async () => {
  await using folder = await treeWithFigures();
  expect(writeFigures(folder.path, { ...run, env: {}, anew: true })).toEqual([]);
  expect(await readFile(join(folder.path, 'docs/figures.md'), 'utf8')).not.toContain('a million');
});
