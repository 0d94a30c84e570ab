import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { prepareDataFolder } from './prepare-data-folder.js';

async function prepareOn(name: string, mayBeLocal: boolean): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const warnings: string[] = [];
  const warn = (sentence: string) => warnings.push(sentence);
  await prepareDataFolder(folder.path, { warn, fileSystem: () => Promise.resolve({ name, mayBeLocal }) });
  return warnings;
}

it('refuses a data folder on what other machines, or the system around this one, may change', async () => {
  const prepared = prepareOn('9P', false);
  await expect(prepared).rejects.toThrow(/lies on 9P.*choose a local folder with --data/);
  await expect(prepared).rejects.toMatchObject({ code: 'CONFIG.NETWORK_FILE_SYSTEM' });
});

it('warns of one that may be such, and takes it', async () => {
  expect(await prepareOn('FUSE', true)).toEqual([expect.stringMatching(/lies on FUSE.*choose a local folder with --data/)]);
});

it('says nothing of a disk of this machine', async () => {
  await using folder = await temporaryFolder();
  const warnings: string[] = [];
  await prepareDataFolder(folder.path, { warn: (sentence) => warnings.push(sentence) });
  expect(warnings).toEqual([]);
});
