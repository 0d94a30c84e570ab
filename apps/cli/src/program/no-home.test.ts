import { temporaryFolder } from '@tributary/testing';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_HOME } from '../running/no-home.fixture.js';
import { tributary } from '../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => tributary(args, { env: { ...NO_HOME, ...env } });

describe('the command of a user whom no file of users knows, and who has no home', () => {
  it('indexes and searches, a repository of git too', async () => {
    const data = ['--data', join(folder.path, '.data')];
    execFileSync('git', ['init', '--quiet', folder.path]);
    await writeFile(join(folder.path, 'lamp.md'), 'The lamp is lit.');
    expect(await run(['index', folder.path, ...data])).toMatchObject({ code: 0 });
    expect((await run(['search', 'lamp', ...data])).stdout).toContain('The lamp is lit.');
  }, 30_000);

  it('says what to name where its folder would lie in that home', async () => {
    const { code, stderr } = await run(['collections']);
    expect(stderr).toBe(
      '~/.local/share/tributary: this user has no home for ~ to stand for. Write the whole path (that of the data folder as --data or data.folder), or set HOME.\n',
    );
    expect(code).toBe(78);
  });

  it('refuses to write where clients and the system look in a home', async () => {
    const data = ['--data', folder.path];
    const refused: Record<string, unknown> = {
      code: 2,
      stderr: expect.stringContaining('This user has no home, where the file would be: set HOME'),
    };
    expect(await run(['mcp', 'install', '--client', 'cursor', '--dry-run', ...data])).toMatchObject(refused);
    expect(await run(['mcp', 'uninstall', '--client', 'cursor', '--dry-run'])).toMatchObject(refused);
    expect(await run(['service', 'install', '--dry-run', ...data])).toMatchObject(refused);
  }, 30_000);

  it('serves the folder that a variable names by its whole path', async () => {
    const { code, stderr } = await run(['mcp', '--dialect', 'qdrant'], { QDRANT_LOCAL_PATH: join(folder.path, 'data') });
    expect(stderr).toContain('QDRANT_LOCAL_PATH');
    expect(code).toBe(0);
  });

  it('is told that a model is missing, not that there is no home', async () => {
    const config = join(folder.path, 'tributary.yaml');
    await writeFile(
      config,
      `models: { m: { type: transformers, path: ${JSON.stringify(join(folder.path, 'none'))} } }\ndefault_model: m\n`,
    );
    const data = ['--data', join(folder.path, '.data')];
    await writeFile(join(folder.path, 'lamp.md'), 'The lamp is lit.');
    await run(['index', join(folder.path, 'lamp.md'), ...data]);
    const { stdout } = await run(['doctor', '--config', config, ...data]);
    expect(stdout).toContain(`there is no folder ${join(folder.path, 'none')}`);
  }, 30_000);
});
