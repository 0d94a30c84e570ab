import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { depConstraints } from './boundaries.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LINT = fileURLToPath(new URL('lint-import.fixture.ts', import.meta.url));
/** The graph of the projects is made anew; without one the rule passes everything. */
const graph = mkdtempSync(join(tmpdir(), 'tributary-graph-'));

beforeAll(() => {
  run([join(ROOT, 'node_modules/.bin/nx'), 'show', 'projects']);
}, 120_000);
afterAll(() => {
  rmSync(graph, { recursive: true });
});

/** What ESLint says of an import in a library. */
function lint(into: string, imported: string): unknown {
  return JSON.parse(run([LINT, join(into, 'src/planted-import.ts'), imported]));
}

/** @returns what a program of Node printed */
function run(args: readonly string[]): string {
  const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', NX_WORKSPACE_DATA_DIRECTORY: graph };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
  return stdout;
}

describe('the boundaries between projects', () => {
  it.each([
    { into: 'libs/kernel', of: '@tributary/contracts', says: 'Circular dependency' },
    { into: 'libs/contracts', of: '@tributary/engines-embedded', says: 'Circular dependency' },
    { into: 'libs/chunking', of: '@tributary/testing', says: 'tagged with "type:pure"' },
  ])('refuse $of in $into', ({ into, of, says }) => {
    expect(lint(into, of)).toEqual([expect.stringMatching(new RegExp(`^@nx/enforce-module-boundaries: .*${says}`))]);
  });

  it('allow what lies below', () => {
    expect(lint('libs/engines/embedded', '@tributary/kernel')).toEqual([]);
  });

  it('let no type of project import every other', () => {
    const constraints = depConstraints({ isTest: false }).filter(({ sourceTag }) => sourceTag.startsWith('type:'));
    const types = constraints.map(({ sourceTag }) => sourceTag);
    for (const constraint of constraints) {
      const allowed = 'onlyDependOnLibsWithTags' in constraint ? constraint.onlyDependOnLibsWithTags : types;
      expect(allowed).not.toContain('*');
      expect(types.filter((type) => !allowed.includes(type))).not.toEqual([]);
    }
  });
});
