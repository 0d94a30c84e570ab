import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { RemoveSource } from '../sources/removal/remove-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { projectCollections } from './project-name.js';
import { Projects } from './projects.js';

let bed: Testbed;
let projects: Projects;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  projects = new Projects(bed.collaborators);
  await bed.write('shop/README.md', 'Orders are shipped by pigeon.');
  await bed.write('shop/src/cart.ts', 'export const cart = 1;');
  await bed.write('shop/src/stock.ts', 'export const stock = 2;');
});
afterEach(() => bed.close());

const root = () => join(bed.folder, 'shop');

async function index(location = root()): Promise<string> {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location, name: await projects.nameOf(location) });
  await bed.idle();
  return sourceId;
}

describe('a project', () => {
  it('is every folder whose files go to its code and its documents', async () => {
    const id = await index();
    await new AddSource(bed.collaborators).run({ location: root(), collection: 'all' });
    expect(await projects.list()).toMatchObject([{ name: 'shop', source_id: id, active: false, collections: projectCollections('shop') }]);
  });

  it('is syncing from the moment it was asked for, until everything is through', async () => {
    await bed.stop();
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: root(), name: 'shop' });
    expect(await projects.of(sourceId)).toMatchObject({ state: 'syncing', documents: 0 });
    await bed.start();
    await bed.idle();
    expect(await projects.of(sourceId)).toMatchObject({ state: 'idle', documents: 3 });
  });

  it('is active while one session works on it [004-08]', async () => {
    const id = await index();
    await projects.begin(id, 'one', true);
    expect(await projects.begin(id, 'two', true)).toMatchObject({ active: true, sessions: 2 });
    expect(await projects.begin(id, 'two', true)).toMatchObject({ sessions: 2 });
    expect(await projects.end(root(), 'one')).toMatchObject({ active: true, sessions: 1 });
    expect(await projects.end(root(), 'one')).toMatchObject({ active: true, sessions: 1 });
    expect(await projects.end(root(), 'two')).toMatchObject({ active: false, sessions: 0 });
  });

  it('is nobody’s after it was removed and indexed anew', async () => {
    const id = await index();
    await projects.begin(id, 'one', true);
    await new RemoveSource(bed.collaborators).run({ sourceId: id, keepDocuments: false });
    expect(await index()).toBe(id);
    expect(await projects.list()).toMatchObject([{ active: false }]);
  });
});

describe('what is to become a project', () => {
  const add = (location: string) => new AddSource(bed.collaborators).run({ location, isProject: true });

  it('keeps the name that its folder was indexed under, whatever a new project there would be called', async () => {
    const { sourceId: id } = await new AddSource(bed.collaborators).run({ location: root(), name: 'My Shop' });
    await bed.idle();
    const name = await projects.nameOf(root());
    expect(await new AddSource(bed.collaborators).run({ location: root(), name, isProject: true })).toMatchObject({ sourceId: id });
    expect(await projects.of(id)).toMatchObject({ name: 'My-Shop', collections: projectCollections('My-Shop') });
  });

  it('is code, whatever programs that keep notes left in it', async () => {
    await mkdir(join(root(), '.obsidian'));
    const { sourceId } = await add(root());
    await bed.idle();
    expect(await projects.of(sourceId)).toMatchObject({ name: 'shop', collections: projectCollections('shop') });
    expect(await bed.texts('shop-code')).toHaveLength(2);
  });

  it('is no file, and a file that was named leaves no source behind', async () => {
    const path = join(root(), 'src/cart.ts');
    await expect(add(path)).rejects.toMatchObject({
      code: 'PROJECT.ROOT_INVALID',
      message: `${path} is a file: give the folder of the project it belongs to.`,
    });
    expect(await new SummariseSource(bed.collaborators).all()).toEqual([]);
  });

  it('says as what it is indexed already where that is no project', async () => {
    await bed.write('vault/.obsidian/app.json', '{}');
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'vault') });
    await expect(projects.of(sourceId)).rejects.toThrow(
      `is indexed as obsidian, into vault-notes, not as a project. To have it as one, remove that source ("tributary sources remove ${sourceId}")`,
    );
  });
});

describe('purged files', () => {
  it('stay out of every sync until they change, and come back with a reindex', async () => {
    await index();
    expect(await projects.purge({ project_root: root(), paths: ['src', 'README.md'] })).toEqual({ files: 3, deleted: 3 });
    expect(await projects.purge({ project_root: root(), paths: ['src'] })).toEqual({ files: 0, deleted: 0 });
    await index();
    expect([...(await bed.texts('shop-code')), ...(await bed.texts('shop-docs'))]).toEqual([]);
    await bed.write('shop/src/cart.ts', 'export const cart = 111;');
    await index();
    expect(await bed.texts('shop-code')).toEqual(['export const cart = 111;']);
    const { count } = await projects.reindex({ project_root: root(), paths: ['src/stock.ts'] });
    await bed.idle();
    expect(await count()).toEqual({ files: 1, indexed: 1, deleted: 0 });
    expect(await bed.texts('shop-code')).toEqual(['export const cart = 111;', 'export const stock = 2;']);
    expect(await bed.texts('shop-docs')).toEqual([]);
  });

  it('are gone though they were not searchable yet', async () => {
    await bed.stop();
    await new AddSource(bed.collaborators).run({ location: root(), name: 'shop' });
    await bed.start();
    await bed.idle();
    await projects.reindex({ project_root: root() });
    await projects.purge({ project_root: root(), paths: ['src/cart.ts'] });
    await bed.idle();
    await index();
    expect(await bed.texts('shop-docs')).toEqual(['Orders are shipped by pigeon.']);
  });
});

describe('a reindex', () => {
  it('reads every file it is about, and no other', async () => {
    await index();
    bed.reader.paths.length = 0;
    await projects.reindex({ project_root: root(), paths: ['src'] });
    await bed.idle();
    expect(new Set(bed.reader.paths)).toEqual(new Set(['src/cart.ts', 'src/stock.ts']));
    expect(await bed.texts('shop-code')).toHaveLength(2);
  });

  it('does not embed again what has not changed [004-97]', async () => {
    await index();
    bed.provider.texts.length = 0;
    await projects.reindex({ project_root: root() });
    await bed.idle();
    expect(bed.provider.texts).toEqual([]);
  });

  it('counts the chunks of files that are gone', async () => {
    await index();
    await rm(join(root(), 'src/cart.ts'));
    const { count } = await projects.reindex({ project_root: root(), paths: ['src'] });
    await bed.idle();
    expect(await count()).toEqual({ files: 1, indexed: 1, deleted: 1 });
  });

  it('is refused for paths outside, and for what is no project', async () => {
    await index();
    await expect(projects.reindex({ project_root: root(), paths: ['../x'] })).rejects.toMatchObject({ code: 'PROJECT.PATH_OUTSIDE' });
    await expect(projects.reindex({ project_root: root(), paths: ['/etc'] })).rejects.toMatchObject({ code: 'PROJECT.PATH_OUTSIDE' });
    await expect(projects.reindex({ project_root: bed.folder })).rejects.toMatchObject({ code: 'PROJECT.UNKNOWN' });
  });
});

it('leaves out what further patterns name, and brings it back when they are taken away', async () => {
  const add = async (ignore: string[]) => {
    await new AddSource(bed.collaborators).run({ location: root(), name: 'shop', ignore });
    await bed.idle();
    return bed.texts('shop-code');
  };
  expect(await add(['stock.*'])).toEqual(['export const cart = 1;']);
  await index();
  expect(await bed.texts('shop-code')).toEqual(['export const cart = 1;']);
  expect(await add([])).toEqual(['export const cart = 1;', 'export const stock = 2;']);
});
