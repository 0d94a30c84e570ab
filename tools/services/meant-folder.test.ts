import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { meantFolder } from './meant-folder.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

const meant = (...args: readonly string[]) => meantFolder(process.execPath, args);

it('is that of the clone unless a variable or the file names one, as for npm start', async () => {
  await using folder = await temporaryFolder();
  const [plain, naming] = [join(folder.path, 'plain.yaml'), join(folder.path, 'naming.yaml')];
  await writeFile(plain, 'server: { port: 7500 }\n');
  await writeFile(naming, 'data: { folder: /of-file }\n');
  vi.stubEnv('XDG_DATA_HOME', folder.path);
  vi.stubEnv('TRIBUTARY_DEFAULT_DATA_FOLDER', '/clone/.tributary');
  expect(meant()).toEqual({ folder: '/clone/.tributary' });
  expect(meant('--config', plain)).toEqual({ folder: '/clone/.tributary' });
  expect(meant('--config', naming)).toEqual({ folder: '/of-file' });
  expect(() => meant('--config', join(folder.path, 'none.yaml'))).toThrow('none.yaml: cannot be read');
  vi.stubEnv('TRIBUTARY_DATA__FOLDER', '/of-variable');
  expect(meant('--config', naming)).toEqual({ folder: '/of-variable' });
});

it('comes with what to do for the folder of the clone, where that holds data or its Redis may hold jobs', async () => {
  await using folder = await temporaryFolder();
  const [ofClone, named] = [join(folder.path, '.tributary'), join(folder.path, 'named')];
  const naming = join(folder.path, 'naming.yaml');
  await writeFile(naming, `data: { folder: ${JSON.stringify(named)} }\n`);
  vi.stubEnv('TRIBUTARY_DEFAULT_DATA_FOLDER', ofClone);
  vi.stubEnv('REDIS_URL', '');
  await mkdir(join(ofClone, 'redis'), { recursive: true });
  const told = `${ofClone} holds data, but ${named}, which holds none, is used. For the other one, `;
  expect(meant('--config', naming).other).toContain(`${told}write into ${naming}`);
  vi.stubEnv('TRIBUTARY_DATA__FOLDER', named);
  expect(meant()).toEqual({ folder: named, other: `${told}set TRIBUTARY_DATA__FOLDER to it.` });
  await mkdir(named);
  await writeFile(join(named, 'jobs.db'), '');
  expect(meant('--config', naming).other).toMatch(/^Jobs may wait in .*redis, which was used before; now .* is\. To have them done, /);
  await mkdir(join(named, 'redis'));
  expect(meant('--config', naming).other).toBeUndefined();
}, 60_000);
