import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, permanent } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';
import { isThere, setAsideFolders, STAGED } from './set-aside-folders.js';
import { syncFolder } from './sync.js';

interface StorePlace {
  /** The data folder. */
  readonly folder: string;
  /** Of the embedded engine. */
  readonly name: string;
}

const BEGIN = 'Put a backup back with "tributary restore FOLDER';

/** Opens an embedded store, and notes in the data folder that it was made. Where that is noted, a store that is missing or empty is no new one: a power cut, a
 *  repaired file system or a program that syncs folders lost it, and an empty one would be taken for everything there is.
 *  @param openStore told whether the store has to be there @throws `DATA.STORE_MISSING`, and what it throws itself */
export async function openMadeStore<T>(place: StorePlace, openStore: (isMade: boolean) => T): Promise<T> {
  const isMade = await isThere(markOf(place));
  if (!isMade) await refuseUnfinishedRestore(place);
  const store = await openOrExplain(place, () => openStore(isMade));
  if (!isMade) await markMade(place);
  return store;
}

/** A backup of a folder without its store would take the place of good ones. @throws `DATA.STORE_MISSING` where a store is missing or empty that was made */
export async function requireMadeStores(folder: string): Promise<void> {
  for (const name of await madeStores(folder)) {
    const place = { folder, name };
    const size = await stat(join(folder, storeOf(place.name))).then(
      (found) => found.size,
      () => 0,
    );
    if (size === 0) throw await storeMissing(place);
  }
}

/** Names of the embedded engines for which a store was made in a data folder. */
async function madeStores(folder: string): Promise<readonly string[]> {
  const marks = (await readdir(folder)).map((file) => /^store-(.+)\.made$/.exec(file)?.[1]);
  return marks.flatMap((name) => (name === undefined ? [] : [decodeURIComponent(name)]));
}

/** Notes that a store was made in a data folder, durably. A disk that takes no such file is none of this call’s business: the next one tries again. */
export async function markMade(place: StorePlace): Promise<void> {
  try {
    const handle = await open(markOf(place), 'wx', 0o600);
    try {
      await handle.writeFile(
        `A store was made in ${storeOf(place.name)}. While this file is here, a store that is missing is not taken for a new one.\n`,
      );
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(place.folder);
  } catch {
    // There already, or for another time.
  }
}

/** The stores of a data folder that no configured engine reads, each as a sentence with what to do: after a new name for its engine everything looks as if it
 *  were gone. */
export async function unusedStores({ data: { folder }, engines }: Pick<Configuration, 'data' | 'engines'>): Promise<readonly string[]> {
  const unused = (await madeStores(folder)).filter((name) => engines[name]?.type !== 'embedded');
  return unused.map(
    (name) =>
      `${join(folder, storeOf(name))} is not read, since no embedded engine is configured as ${name}: name one so (engines.${name}), or, where it is not wanted any more, remove ${join(folder, 'store', name)} and ${markOf({ folder, name })}.`,
  );
}

const storeOf = (name: string) => join('store', name, 'store.db');

const markOf = ({ folder, name }: StorePlace) => join(folder, `store-${encodeURIComponent(name)}.made`);

async function openOrExplain<T>(place: StorePlace, openStore: () => T): Promise<T> {
  try {
    return openStore();
  } catch (error) {
    if (hasCode(error, 'ENGINE.STORE_MISSING')) throw await storeMissing(place, error);
    throw error;
  }
}

async function storeMissing(place: StorePlace, cause?: unknown) {
  const aside = (await setAsideFolders(place.folder)).map(({ path }) => path);
  const where = aside.length === 0 ? '' : ` What a restore set aside lies in ${aside.join(', ')}.`;
  return permanent(
    'DATA.STORE_MISSING',
    `${join(place.folder, storeOf(place.name))} is missing or empty, though a store was made there.${where} ${BEGIN} --replace"; or, to begin with an empty store, remove ${markOf(place)} and start again.`,
    { category: 'conflict', cause },
  );
}

/** The moment of `restore --replace` in which nothing stands in the place of the folder: what begins there then would hide both. */
async function refuseUnfinishedRestore({ folder, name }: StorePlace): Promise<void> {
  if (await isThere(join(folder, storeOf(name)))) return;
  const unfinished = (await setAsideFolders(folder)).findLast(({ isUnfinished }) => isUnfinished)?.path;
  if (unfinished === undefined) return;
  throw permanent(
    'DATA.STORE_MISSING',
    `A restore of ${folder} was broken off when it had set aside what stood there. ${BEGIN}" again, which goes on; what stood there before lies in ${unfinished}, and what was to come in its place in ${join(unfinished, STAGED)}. To begin with an empty store, move ${unfinished} elsewhere and start again.`,
    { category: 'conflict' },
  );
}
