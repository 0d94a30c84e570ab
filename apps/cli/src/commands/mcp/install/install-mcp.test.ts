import { temporaryFolder } from '@tributary/testing';
import { lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAIN, tributary } from '../../../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, '.cursor', 'mcp.json');
  await mkdir(join(folder.path, '.cursor'));
});
afterEach(() => folder.remove());

const install = (...args: readonly string[]) =>
  tributary(['mcp', 'install', '--client', 'cursor', ...args], { env: { HOME: folder.path } });
const copies = async () => (await readdir(join(folder.path, '.cursor'))).filter((name) => name.includes('before-tributary'));

describe('tributary mcp install', () => {
  it('shows what it adds and writes nothing where nobody agrees', async () => {
    for (const flags of [[], ['--dry-run', '--yes']]) {
      const { code, stdout } = await install('--dialect', 'notes', ...flags);
      expect(code).toBe(0);
      expect(stdout).toContain(`Cursor, ${file}: adds mcpServers.tributary`);
      expect(stdout).toContain('+     "--dialect",\n+     "notes"');
      expect(stdout).toContain('Nothing was written.');
    }
    expect(await readdir(join(folder.path, '.cursor'))).toEqual([]);
  });

  it('writes with --yes beside what is there, keeps a copy, permissions and links, and is done when asked again', async () => {
    const real = join(folder.path, 'dotfiles.json');
    const before = '{\n    "mcpServers": { "other": { "command": "x", "env": { "KEY": "s3cret" } } } // mine\n}\n';
    await writeFile(real, before, { mode: 0o640 });
    await symlink(real, file);
    const { code, stdout } = await install('--yes', '--data', join(folder.path, 'data'), '--name', 'kb');
    expect(code).toBe(0);
    expect(stdout).toMatch(/Written to .*before-tributary/s);
    expect(stdout).not.toContain('s3cret');
    const text = await readFile(real, 'utf8');
    expect(text).toContain('// mine');
    expect(text).toContain('"other": { "command": "x", "env": { "KEY": "s3cret" } }');
    const parsed = z.object({ mcpServers: z.object({ kb: z.unknown() }) }).parse(JSON.parse(text.replace('// mine', '')));
    expect(parsed.mcpServers.kb).toEqual({
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--data', join(folder.path, 'data')],
    });
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    const [copy = ''] = (await readdir(folder.path)).filter((name) => name.includes('before-tributary'));
    expect(await readFile(join(folder.path, copy), 'utf8')).toBe(before);
    expect((await install('--yes', '--data', join(folder.path, 'data'), '--name', 'kb')).stdout).toContain('It is there already.');
  });

  it('changes nothing in a broken file', async () => {
    await writeFile(file, '{ "mcpServers": {');
    const { code, stderr } = await install('--yes');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Nothing was changed: ${file} is not what the client can read (CloseBraceExpected at line 1, column 18). Correct it, then run this again.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": {');
    expect(await copies()).toEqual([]);
  });

  it('refuses what it does not know before it writes', async () => {
    const env = { HOME: folder.path };
    const unknown = await tributary(['mcp', 'install', '--client', 'emacs'], { env });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('claude-desktop');
    const dialect = await install('--yes', '--dialect', 'nothing');
    expect(dialect.code).toBe(1);
    expect(dialect.stderr).toContain('There is no dialect "nothing"');
    const scope = await tributary(['mcp', 'install', '--client', 'windsurf', '--scope', 'project'], { env });
    expect(scope.code).toBe(2);
    expect(scope.stderr).toContain('Windsurf has no settings of a project');
  });
});
