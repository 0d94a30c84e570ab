import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { documentRecordKey, type SourceRecord } from '@tributary/engines-port';
import { localOwner, syncLocalQueue } from '@tributary/contracts';
import type { SourceReader } from '@tributary/sources-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DeleteDocuments } from '../../delete-documents/delete-documents.use-case.js';
import { SyncSource } from '../../sync-source/sync-source.use-case.js';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { forgetUnnamedOfPart } from './left-out-files.js';

type Read = SourceReader['read'];

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const place = (name: string) => join(bed.folder, 'shelf', name);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n.toString());
const keyOf = (name: string) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${name}==\n`;

/** @param instead of reading a file, where it is said */
async function index(instead: (read: Read) => Read = (read) => read): Promise<string> {
  const { reader: inner } = bed;
  const read = instead((...args) => inner.read(...args));
  const reader: SourceReader = {
    ...{ kind: 'folder', partial: inner.partial, read },
    inspect: (location) => inner.inspect(location),
    scan: (location, options) => inner.scan(location, options),
  };
  await bed.start({ readers: { folder: reader, file: reader } });
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  return sourceId;
}

async function sync(source_id: string, ...paths: string[]): Promise<SourceRecord['skipped'] | undefined> {
  await bed.queues.add(syncLocalQueue, { source_id, ...(paths.length === 0 ? {} : { paths }) });
  await bed.idle();
  return (await bed.catalog.sources.get(source_id))?.skipped;
}

async function unnamedOf(id: string, paths: readonly string[]): Promise<readonly string[]> {
  const { examples } = (await bed.catalog.sources.get(id)) ?? {};
  const named = new Set(Object.values(examples ?? {}).flat());
  return paths.filter((path) => !named.has(path));
}

async function deleteByHand(paths: readonly string[]): Promise<void> {
  const context = { principal: localOwner, signal: new AbortController().signal };
  const ids = paths.map((path) => `tributary://shelf-docs/shelf/${path}`);
  await new DeleteDocuments(bed.collaborators).run({ ids, dry_run: false }, context);
}

it('what a worker counted and named before the rows were read stays, and so does what has a name', async () => {
  await bed.write('shelf/a.md', 'A note.');
  const id = await index();
  const known = { skipped: { secret: 2 }, examples: { secret: ['a.asc'] } };
  const forget = async (...paths: string[]) => {
    await bed.catalog.sources.change(id, (present) => (present ? { set: { ...present, ...known } } : { keep: true }));
    const remembered = paths.map((path) => ({ path, reason: 'secret' }));
    return forgetUnnamedOfPart(bed.catalog, id, { forgotten: { skipped: {}, examples: {} }, remembered });
  };
  expect(await forget('a.asc')).toEqual({});
  expect(await forget('b.asc')).toEqual({ secret: 1 });
  expect(await forget('b.asc', 'c.asc')).toEqual({ secret: 1 });
});

it('a file that is saved while it is read counts once', async () => {
  for (const n of numbers(52)) await bed.write(`shelf/${n}.asc`, keyOf(n));
  await bed.write('shelf/saved.md', 'A note.');
  let isSaved = false;
  const id = await index((read) => async (location, path, options) => {
    const outcome = await read(location, path, options);
    if (path !== 'saved.md' || !isSaved || options?.signal === undefined) return outcome;
    isSaved = false;
    await bed.write('shelf/saved.md', keyOf('again'));
    const sources = new SyncSource(bed.collaborators);
    await sources.run({ source_id: id, confirmed: false, paths: ['saved.md'] }, { signal: options.signal, progress: () => undefined });
    return outcome;
  });
  await rm(place('saved.md'));
  await sync(id, 'saved.md');
  await bed.write('shelf/saved.md', keyOf('once'));
  isSaved = true;
  expect(await sync(id, 'saved.md')).toEqual({ secret: 53 });
  expect(isSaved).toBe(false);
});

it('what a person deleted is remembered while its file is gone from a part, and counts once it is there again', async () => {
  const paths = numbers(52).map((n) => `${n}.md`);
  for (const path of paths) await bed.write(`shelf/${path}`, `The note ${path}.`);
  await bed.write('shelf/kept.md', 'A note.');
  const id = await index();
  await deleteByHand(paths);
  expect(await sync(id)).toEqual({ deleted: 52 });
  const [path = ''] = await unnamedOf(id, paths);
  const unmet = async () => (await bed.catalog.documents.get(documentRecordKey('shelf-docs', `shelf/${path}`)))?.unmet_at;
  await rename(place(path), join(bed.folder, path));
  await sync(id, path);
  expect(await unmet()).toBeUndefined();
  expect(await sync(id)).toEqual({ deleted: 51 });
  expect(await unmet()).toBeDefined();
  await rename(join(bed.folder, path), place(path));
  for (let again = 0; again < 2; again++) expect(await sync(id, path)).toEqual({ deleted: 52 });
});

it('what a person deleted counts as that alone, whatever its file holds by now', async () => {
  for (const n of numbers(52)) await bed.write(`shelf/${n}.asc`, keyOf(n));
  await bed.write('shelf/a.md', 'A note.');
  const id = await index();
  await deleteByHand(['a.md']);
  await bed.write('shelf/a.md', keyOf('a'));
  await sync(id, 'a.md');
  expect(await sync(id, 'a.md')).toEqual({ secret: 52, deleted: 1 });
});

it('one that cannot be read for now counts once, however often that is tried', async () => {
  const paths = numbers(52).map((n) => `${n}.md`);
  for (const path of paths) await bed.write(`shelf/${path}`, `The note ${path}.`);
  let isAway = false;
  const id = await index(
    (read) =>
      (...args) =>
        isAway ? Promise.resolve({ read: false, reason: 'changing' }) : read(...args),
  );
  for (const path of paths) await bed.write(`shelf/${path}`, `The note ${path}, written anew.`);
  isAway = true;
  expect(await sync(id)).toEqual({ changing: 52 });
  const [path = ''] = await unnamedOf(id, paths);
  for (let again = 0; again < 2; again++) expect(await sync(id, path)).toEqual({ changing: 52 });
});
