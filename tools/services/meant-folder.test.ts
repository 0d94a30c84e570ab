import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { meantFolder } from './meant-folder.mjs';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('is that of the clone unless a variable or the file names one, as for npm start', async () => {
  await using folder = await temporaryFolder();
  const [plain, naming] = [join(folder.path, 'plain.yaml'), join(folder.path, 'naming.yaml')];
  await writeFile(plain, 'server: { port: 7500 }\n');
  await writeFile(naming, 'data: { folder: /of-file }\n');
  vi.stubEnv('TRIBUTARY_DEFAULT_DATA_FOLDER', '/clone/.tributary');
  const meant = (...args: readonly string[]) => meantFolder(process.execPath, args);
  expect(meant()).toBe('/clone/.tributary');
  expect(meant('--config', plain)).toBe('/clone/.tributary');
  expect(meant('--config', naming)).toBe('/of-file');
  expect(() => meant('--config', join(folder.path, 'none.yaml'))).toThrow('none.yaml: cannot be read');
  vi.stubEnv('TRIBUTARY_DATA__FOLDER', '/of-variable');
  expect(meant('--config', naming)).toBe('/of-variable');
});
