import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeTree } from './judge-tree.mjs';

const PROGRAM = fileURLToPath(new URL('../check-gates.mjs', import.meta.url));

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-gates-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function plant(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function linesOf(count: number, line: string): string {
  return `${line}\n`.repeat(count);
}

function functionOf(lines: number): string {
  return `export function long(): void {\n${linesOf(lines - 2, '  work();')}}\n`;
}

describe('the gates', () => {
  it('pass a tree that keeps them, and print what they measured', () => {
    plant({ 'libs/a/src/sum.ts': 'export function sum(a: number, b: number): number {\n  return a + b;\n}\n' });
    const { measured, violations } = judgeTree(root);
    expect(violations).toEqual([]);
    expect(measured.join('\n')).toContain('lines per source file: median 3 (≤ 60)');
    expect(measured.join('\n')).toContain('casts: 0, 0.00 per 1,000 lines');
  });

  it('want every patch of the teeth to apply', () => {
    const patch = (line: string) =>
      `Promise: P1 it adds\nTests: libs/a/src/sum.test.ts\n\n--- a/libs/a/src/sum.ts\n+++ b/libs/a/src/sum.ts\n@@ -1 +1 @@\n-${line}\n+export const sum = 4;\n`;
    plant({
      'libs/a/src/sum.ts': 'export const sum = 3;\n',
      'tools/teeth/patches/P1-fits.patch': patch('export const sum = 3;'),
      'tools/teeth/patches/P1-stale.patch': patch('export const sum = 2;'),
    });
    const { measured, violations } = judgeTree(root);
    expect(measured).toContain('patches that do not apply: 1 (0) of 2');
    expect(violations).toEqual([expect.stringContaining('tools/teeth/patches/P1-stale.patch: does not apply')]);
  });

  it('end the program with code 1 and the violation on standard error', () => {
    plant({ 'libs/helpers/README.md': 'text\n' });
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, root], { encoding: 'utf8' });
    expect(stderr).toBe('libs/helpers: name it after what it holds\n');
    expect(status).toBe(1);
  });

  it.each([
    ['a file of more than 400 lines', { 'libs/a/src/long.test.ts': linesOf(401, 'work();') }, 'libs/a/src/long.test.ts: 401 lines'],
    ['a median of more than 60 lines', { 'libs/a/src/a.ts': linesOf(61, 'work();') }, 'the median source file has 61 lines'],
    [
      'a 90th percentile of more than 200 lines',
      { 'libs/a/src/a.ts': 'work();', 'libs/a/src/b.ts': 'work();', 'libs/a/src/c.ts': linesOf(201, 'work();') },
      'the 90th percentile of source files has 201 lines',
    ],
    ['a function of more than 60 lines', { 'libs/a/src/a.test.ts': functionOf(61) }, 'libs/a/src/a.test.ts:1: a function of 61 lines'],
    [
      'a 90th percentile of functions above 30 lines',
      { 'libs/a/src/a.ts': functionOf(31) },
      'the 90th percentile of functions has 31 lines',
    ],
    ['any', { 'libs/a/src/a.ts': 'export let a: any;\n' }, 'libs/a/src/a.ts:1: any'],
    [
      'a cast without a reason',
      { 'libs/a/src/a.ts': 'export const a = 1;\n\nexport const b = a as number;\n' },
      'libs/a/src/a.ts:3: a cast without',
    ],
    ['a double cast', { 'libs/a/src/a.ts': '// Safe.\nexport const b = a as unknown as string;\n' }, 'libs/a/src/a.ts:2: a double cast'],
    [
      'too many casts',
      { 'libs/a/src/a.ts': `// Safe.\nexport const b = a as number;\n${linesOf(40, 'work();')}` },
      'casts per 1,000 lines, at most 2',
    ],
    ['process.env', { 'libs/a/src/a.ts': "export const a = process.env['A'];\n" }, 'libs/a/src/a.ts:1: process.env outside'],
    ['env taken from process', { 'libs/a/src/a.ts': 'const { env } = process;\n' }, 'libs/a/src/a.ts:1: process.env outside'],
    ['a vague file name', { 'libs/a/src/string-utils.ts': 'work();\n' }, 'libs/a/src/string-utils.ts: name it'],
    ['a vague folder name', { 'libs/common/README.md': 'text\n' }, 'libs/common: name it'],
    ['a path of this machine', { 'README.md': `cd ${tmpdir()}/x\n` }, 'README.md:1: a path of this machine'],
    ['a path beside the clone', { 'docs/a.md': 'see ../shared/design.md\n' }, 'docs/a.md:1: a path of this machine'],
    [
      'the address of a registry',
      { '.ci/setup': 'npm --registry=https://registry.npmjs.org ci\n' },
      '.ci/setup:1: the address of a registry',
    ],
    [
      'a registry in the lock file',
      { 'package-lock.json': '"resolved": "https://example.org/a.tgz"\n' },
      'package-lock.json:1: the address of a registry',
    ],
    [
      'a test that sleeps',
      { 'libs/a/src/a.test.ts': 'await new Promise((done) => setTimeout(done, 50));\n' },
      'libs/a/src/a.test.ts:1: a test that sleeps',
    ],
    [
      'a sleep by import',
      { 'libs/a/src/conformance/a.ts': "import { setTimeout as pause } from 'node:timers/promises';\n" },
      'libs/a/src/conformance/a.ts:1: a test that sleeps',
    ],
    ['a test left out', { 'libs/a/src/a.test.ts': "it.skip('works', () => {});\n" }, 'libs/a/src/a.test.ts:1: a test is left out'],
    [
      'a single test',
      { 'libs/a/src/a.test.ts': "describe.only.each([1])('works', () => {});\n" },
      'libs/a/src/a.test.ts:1: a test is left out',
    ],
    ['a module mock', { 'libs/a/src/a.test.ts': "vi.mock('./b.js');\n" }, 'libs/a/src/a.test.ts:1: a module mock'],
    [
      'a poll that gives up after a second',
      { 'libs/a/src/a.test.ts': 'await expect.poll(() => seen).toEqual([1]);\n' },
      'libs/a/src/a.test.ts:1: an impatient poll',
    ],
    [
      'an event that must come within a second',
      { 'libs/a/src/a.test.ts': 'await eventually(() => seen, 1_000);\n' },
      'libs/a/src/a.test.ts:1: an impatient poll',
    ],
  ])('name %s', (_title, files, sentence) => {
    plant(files);
    expect(judgeTree(root).violations.join('\n')).toContain(sentence);
  });

  it('leave alone what may be: const assertions, explained casts, the configuration, skips with a reason', () => {
    plant({
      'libs/a/src/a.ts': "export const kinds = ['a'] as const;\n// The shape was checked above.\nexport const b = a as number;\n",
      'libs/a/src/b.test.ts': linesOf(390, 'work();'),
      'libs/a/src/c.test.ts': linesOf(390, 'work();'),
      'libs/a/src/index.ts': linesOf(300, "export { a } from './a.js';"),
      'libs/a/src/a.test.ts':
        "it('runs', (context) => {\n  context.skip('no server');\n  const timer = setTimeout(stop, 10);\n  eventually(stop, 5_000);\n});\n",
      'libs/platform/src/config/read.ts': "export const a = process.env['A'];\n",
    });
    expect(judgeTree(root).violations).toEqual([]);
  });
});
