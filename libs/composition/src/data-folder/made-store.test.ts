import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { sampleCard } from '@tributary/engines-port/memory';
import { loadConfiguration } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { mkdir, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, afterEach, expect, it } from 'vitest';
import { openEngines } from '../parts/open-engines.js';

const MARK = 'store-main.made';

let above: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let store: string;
beforeEach(async () => {
  above = await temporaryFolder();
  data = join(above.path, 'data');
  store = join(data, 'store/main/store.db');
  await mkdir(data);
});
afterEach(() => above.remove());

/** Opens the engines of the data folder. @returns the names of collections */
async function collections(): Promise<readonly string[]> {
  const environment = { HOME: above.path, TRIBUTARY_DATA__FOLDER: data };
  const configuration = await loadConfiguration({ environment });
  const engines = await openEngines(configuration, { common: new StaticEmbeddingProvider(), observe: (engine) => engine });
  try {
    return (await engines.primary.listCollections()).map(({ name }) => name);
  } finally {
    await engines.primary.close();
  }
}

/** A data folder with a store in it, and a collection in that. */
async function used(): Promise<void> {
  const { EmbeddedEngine } = await import('@tributary/engines-embedded');
  const engine = EmbeddedEngine.open({ name: 'main', folder: join(data, 'store/main') });
  await engine.createCollection('kept__g1', sampleCard(8));
  await engine.close();
  expect(await collections()).toEqual(['kept__g1']);
}

function makeDatabase(): void {
  const db = new DatabaseSync(store);
  db.exec('PRAGMA journal_mode = WAL');
  db.close();
}

const whatToDo = () =>
  `${store} is missing or empty, though a store was made there. Put a backup back with "tributary restore FOLDER --replace"; or, to begin with an empty store, remove ${join(data, MARK)} and start again.`;

it.each([
  ['gone', () => rm(store)],
  ['gone with its folder', () => rm(join(data, 'store'), { recursive: true })],
  ['empty, as a power cut leaves what was not synced', () => truncate(store, 0)],
  ['a database of nothing, as a kill while it is made anew leaves it', () => rm(store).then(makeDatabase)],
])('is not taken for new where its store is %s', async (_, lose) => {
  await used();
  await lose();
  await expect(collections()).rejects.toMatchObject({ code: 'DATA.STORE_MISSING', message: whatToDo() });
  // Nothing was made in its place.
  await expect(collections()).rejects.toMatchObject({ code: 'DATA.STORE_MISSING' });
  await rm(store, { force: true });
  await rm(join(data, MARK));
  expect(await collections()).toEqual([]);
});

it('leaves the log of an empty store as it is', async () => {
  await used();
  const { EmbeddedEngine } = await import('@tributary/engines-embedded');
  const engine = EmbeddedEngine.open({ name: 'main', folder: join(data, 'store/main') });
  await engine.createCollection('more__g1', sampleCard(8));
  await truncate(store, 0);
  const { size } = await stat(`${store}-wal`);
  await expect(collections()).rejects.toMatchObject({ code: 'DATA.STORE_MISSING' });
  expect([size > 0, (await stat(`${store}-wal`)).size]).toEqual([true, size]);
  await engine.close().catch(() => undefined);
});

it('says where a restore set aside what stood there', async () => {
  await used();
  const aside = [`${data}.replaced-1`, `${data}.replaced-2`];
  for (const path of aside) await mkdir(path);
  await rm(store);
  await expect(collections()).rejects.toThrow(`What a restore set aside lies in ${aside.join(', ')}.`);
});

it('is not taken for new between the two steps of a restore that was killed', async () => {
  await used();
  const aside = `${data}.replaced-1`;
  await rename(data, aside);
  await mkdir(join(aside, 'restoring'));
  await mkdir(data);
  await expect(collections()).rejects.toMatchObject({
    code: 'DATA.STORE_MISSING',
    message: expect.stringContaining(`what stood there before lies in ${aside}, and what was to come in its place`) as string, // safe: a matcher stands for a text
  });
  await rename(aside, join(above.path, 'elsewhere'));
  expect(await collections()).toEqual([]);
  expect(await readdir(data)).toContain(MARK);
});
