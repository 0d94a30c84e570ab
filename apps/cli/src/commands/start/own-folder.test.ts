import { temporaryFolder } from '@tributary/testing';
import { once } from 'node:events';
import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTributary, tributary } from '../../running/tributary.fixture.js';
import { ownFolder } from './own-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let [clone, notes, data] = ['', '', ''];
beforeEach(async () => {
  folder = await temporaryFolder();
  [clone, notes, data] = [join(folder.path, 'clone'), join(folder.path, 'notes'), join(folder.path, 'data')];
  await mkdir(clone);
  await mkdir(notes);
  await writeFile(join(clone, 'README.md'), '# Passages\n\nDocuments are cut into passages at their headings.\n');
  await writeFile(join(notes, 'boiler.md'), '# The boiler\n\nIt is serviced every October by the plumber.\n');
});
afterEach(() => folder.remove());

/** What `npm start` with these arguments prints, until it has shown its example. */
async function start(...args: readonly string[]): Promise<string> {
  const child = startTributary(['start', '--port', '0', '--data', data, ...args]);
  const exited = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (/^Interrupt|^Nothing is indexed yet/.test(line)) break;
  }
  child.kill('SIGTERM');
  await exited;
  return printed.join('\n');
}

const NOTHING: { readonly heldData: boolean; readonly collections: number; readonly own?: 'idle' | 'paused'; readonly others: number } = {
  heldData: false,
  collections: 0,
  others: 0,
};

const plainStart = () => start('--own-folder', clone);
const command = (...args: readonly string[]) => tributary([...args, '--data', data]);
const sources = async () => (await command('sources', '--json')).stdout;

it('is indexed by a first start without a folder, which says so, and gone on with by the next', async () => {
  const first = await plainStart();
  expect(first).toContain('Nothing is indexed here yet: this repository is now, to have something to search.');
  expect(first).toContain(`tributary --data ${data} sources remove tributary" takes it out`);
  expect(first).toMatch(/^Searchable: .*clone → tributary-docs · 1 document/m);
  expect(first).toContain('search "how are documents cut into passages"');
  const second = await plainStart();
  expect(second).toMatch(/^Goes on with this repository\. .*\n[^]*^Searchable: .*clone → tributary-docs/m);
}, 60_000);

it('is not added to what a user has, nor beside folders that are given', async () => {
  expect(await start(notes, '--own-folder', clone)).not.toContain('this repository');
  const printed = await plainStart();
  expect(printed).toContain(`Goes on with 1 source; this repository was not added. "tributary --data ${data} index PATH" adds a folder.`);
  expect(printed).not.toContain('Searchable');
  expect(printed).toMatch(/^tributary .* search ".*" --collection notes-docs$/m);
  expect(await sources()).not.toContain(clone);
}, 60_000);

it('stays out where it was taken out, also where nothing else is indexed', async () => {
  await plainStart();
  await command('sources', 'remove', 'tributary');
  await command('collections', 'remove', 'tributary-docs', '--confirm', 'tributary-docs');
  expect(await plainStart()).toContain('There is data here without a source, and this repository was not added.');
  expect(await sources()).not.toContain(clone);
}, 60_000);

it.each([
  ['nothing', {}, true],
  ['collections of another program', { collections: 2 }, false],
  ['data without a source', { heldData: true }, false],
  ['sources in an engine elsewhere', { own: 'idle', others: 2 }, false],
  ['the repository alone', { heldData: true, own: 'idle' }, true],
  ['the repository alone, paused', { heldData: true, own: 'paused' }, false],
  ['the repository among others', { heldData: true, own: 'idle', others: 1 }, false],
  ['others', { heldData: true, others: 1 }, false],
] as const)('where there is %s', async (_, present: Partial<typeof NOTHING>, isIndexed) => {
  const { heldData, collections, own, others } = { ...NOTHING, ...present };
  const sources = [
    ...(own === undefined ? [] : [{ location: await realpath(clone), state: own }]),
    ...Array.from({ length: others }, () => ({ location: notes, state: 'idle' as const })),
  ];
  expect((await ownFolder(clone, { heldData, collections, sources }, 'tributary')).isIndexed).toBe(isIndexed);
});
