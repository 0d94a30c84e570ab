import { opendirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { KIB } from '@tributary/kernel';

/** Names looked at together: the waiting of one hides behind the others. */
const BATCH = 64;
const NAMES_READ_AT_ONCE = 4 * BATCH;
/** Of a folder whose own size says that it holds no more than some thousand names all are read by one call: opening it costs more than that. */
const SMALL_FOLDER_BYTES = 64 * KIB;

/** What stands in a folder, a few names at a time, so that of a folder of any size only these are held: in order, as far as they are held, so that a file
 *  comes before the copies that are named after it (`Note.md`, `Note (conflicted copy).md`). @param isLocal whether it may be read without leaving
 *  the thread: see LocalPlaces
 *  @throws the system's error */
export function listFolder(
  folder: string,
  { isLocal }: { readonly isLocal: boolean },
): AsyncIterable<readonly Dirent[]> | Iterable<readonly Dirent[]> {
  if (!isLocal) return list(folder);
  return statSync(folder).size <= SMALL_FOLDER_BYTES ? listWhole(folder) : listInParts(folder);
}

async function* list(folder: string): AsyncGenerator<readonly Dirent[]> {
  let batch: Dirent[] = [];
  for await (const entry of await opendir(folder, { bufferSize: NAMES_READ_AT_ONCE })) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield inOrder(batch);
    batch = [];
  }
  yield inOrder(batch);
}

function* listWhole(folder: string): Generator<readonly Dirent[]> {
  const entries = inOrder(readdirSync(folder, { withFileTypes: true }));
  for (let from = 0; from < entries.length; from += BATCH) yield entries.slice(from, from + BATCH);
}

function* listInParts(folder: string): Generator<readonly Dirent[]> {
  const directory = opendirSync(folder, { bufferSize: NAMES_READ_AT_ONCE });
  try {
    let batch: Dirent[] = [];
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      batch.push(entry);
      if (batch.length < BATCH) continue;
      yield inOrder(batch);
      batch = [];
    }
    yield inOrder(batch);
  } finally {
    directory.closeSync();
  }
}

function inOrder(entries: readonly Dirent[]): readonly Dirent[] {
  return entries.toSorted(({ name: a }, { name: b }) => compare(stemOf(a), stemOf(b)) || compare(a, b));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Without the extension, which would put `Note (copy).md` before `Note.md`. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}
