import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

/** A tree that breaks every rule of .dependency-cruiser.mjs once. */
const PLANTED = {
  'libs/federation/src/a.ts': "export { b } from './b.js';\n",
  'libs/federation/src/b.ts': "export { b } from './a.js';\n",
  'libs/federation/src/c.ts': "export { d } from './d.fixture.js';\n",
  'libs/federation/src/d.fixture.ts': 'export const d = 1;\n',
  'libs/contracts/src/hash.ts': "export { createHash } from 'node:crypto';\n",
  'libs/ranking/src/read.ts': "export { readFileSync } from 'node:fs';\n",
  'libs/engines/port/src/store.ts': "export { DatabaseSync } from 'node:sqlite';\n",
  'libs/ingestion/src/sync.use-case.ts': "export { Queue } from 'bullmq';\n",
  'libs/ingestion/src/sync.job.ts': "export { open } from 'node:fs/promises';\n",
};

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-layers-'));
  for (const [file, text] of Object.entries(PLANTED)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.base.json']) cpSync(join(WORKSPACE, file), join(root, file));
  symlinkSync(join(WORKSPACE, 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

it('the layers name each rule that is broken, and where', () => {
  const args = [join(WORKSPACE, 'node_modules/.bin/depcruise'), 'libs', '--config', '.dependency-cruiser.mjs'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  expect(status).not.toBe(0);
  const broken = [...stdout.matchAll(/error ([a-z-]+): (\S+)/g)].map(([, rule, file]) => `${rule ?? ''} ${file ?? ''}`).sort();
  expect(broken).toEqual([
    'contracts-run-in-a-browser libs/contracts/src/hash.ts',
    'job-is-thin libs/ingestion/src/sync.job.ts',
    'no-circular libs/federation/src/a.ts',
    'ports-have-no-drivers libs/engines/port/src/store.ts',
    'pure-libraries-do-no-io libs/ranking/src/read.ts',
    'tests-only-testing libs/federation/src/c.ts',
    'use-cases-know-no-transport libs/ingestion/src/sync.use-case.ts',
  ]);
});
