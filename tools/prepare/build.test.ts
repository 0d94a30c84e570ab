import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listProjects } from '../workspace/projects.mjs';
import { expectedFiles } from '../workspace/tsconfig-files.mjs';
import { build, isBuilt } from './build.mjs';

const WORKSPACE = fileURLToPath(new URL('../..', import.meta.url));

let root: string;

/** A workspace of one library, with the real compiler. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tributary-build-'));
  write('package.json', JSON.stringify({ type: 'module', workspaces: ['libs/*'] }));
  write('libs/a/package.json', JSON.stringify({ name: '@tributary/a', type: 'module' }));
  write('libs/a/src/index.ts', 'export const a: number = 1;\n');
  cpSync(join(WORKSPACE, 'tsconfig.base.json'), join(root, 'tsconfig.base.json'));
  for (const [file, text] of Object.entries(expectedFiles(listProjects(root)))) write(file, text);
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['@typescript', '@types']) symlinkSync(join(WORKSPACE, 'node_modules', name), join(root, 'node_modules', name));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe('build', () => {
  it('compiles the sources and needs no second run', async () => {
    expect(isBuilt(root)).toBe(false);
    await build(root, { nodePath: process.execPath });
    expect(existsSync(join(root, 'libs/a/dist/index.js'))).toBe(true);
    expect(isBuilt(root)).toBe(true);
  });

  it.each([
    ['a source changes', 'libs/a/src/index.ts', 'export const a: number = 22;\n'],
    ['a source is added', 'libs/a/src/b.ts', 'export const b = 1;\n'],
    ['a setting of the compiler changes', 'tsconfig.base.json', '{}\n'],
  ])('is needed again when %s', async (_what, file, text) => {
    await build(root, { nodePath: process.execPath });
    write(file, text);
    expect(isBuilt(root)).toBe(false);
  });

  it('is needed again when the output was removed', async () => {
    await build(root, { nodePath: process.execPath });
    rmSync(join(root, 'libs/a/dist'), { recursive: true });
    expect(isBuilt(root)).toBe(false);
    await build(root, { nodePath: process.execPath });
    expect(existsSync(join(root, 'libs/a/dist/index.js'))).toBe(true);
  });

  it('is not needed because of a test', async () => {
    await build(root, { nodePath: process.execPath });
    write('libs/a/src/index.test.ts', 'export {};\n');
    write('libs/a/src/conformance/index.ts', 'export {};\n');
    expect(isBuilt(root)).toBe(true);
  });

  it('says that the sources do not compile and stays undone', async () => {
    write('libs/a/src/index.ts', 'export const = 1;\n');
    await expect(build(root, { nodePath: process.execPath })).rejects.toThrow('The sources do not compile');
    expect(isBuilt(root)).toBe(false);
  });
});
