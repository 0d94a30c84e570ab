import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfiguration } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { repositoryData } from './data-folder.mjs';

const inClone = repositoryData('/clone');

describe('the data folder of a server or a command in the repository', () => {
  it('lies in the repository, whatever else is configured', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'tributary.yaml');
    await writeFile(file, 'server: { port: 7500 }\n');
    const environment = { ...inClone, XDG_DATA_HOME: '/srv' };
    expect((await loadConfiguration({ environment })).data.folder).toBe('/clone/.tributary');
    expect((await loadConfiguration({ environment, file })).data.folder).toBe('/clone/.tributary');
    expect((await loadConfiguration({ environment: { ...environment, TRIBUTARY_CONFIG: file } })).data.folder).toBe('/clone/.tributary');
  });

  it('is another that a file, a variable, a dialect or an option names', async () => {
    await using folder = await temporaryFolder();
    const [file, daemon] = [join(folder.path, 'tributary.yaml'), join(folder.path, 'daemon.yaml')];
    await writeFile(file, 'data: { folder: /of-file }\n');
    await writeFile(daemon, 'daemon: { data_dir: /of-daemon }\n');
    const folderOf = async (sources: Parameters<typeof loadConfiguration>[0]) =>
      (await loadConfiguration({ ...sources, environment: { ...inClone, ...sources?.environment } })).data.folder;
    expect(await folderOf({ file })).toBe('/of-file');
    expect(await folderOf({ file: daemon })).toBe('/of-daemon');
    expect(await folderOf({ file, environment: { TRIBUTARY_DATA__FOLDER: '/of-variable' } })).toBe('/of-variable');
    expect(await folderOf({ dialects: ['qdrant'], environment: { QDRANT_LOCAL_PATH: folder.path } })).toBe(folder.path);
    expect(await folderOf({ file, overrides: [{ path: ['data', 'folder'], value: '/of-option', flag: '--data' }] })).toBe('/of-option');
  });
});
