import { opendirSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { KIB } from '@tributary/kernel';

/** Names looked at together: the waiting of one hides behind the others. */
const BATCH = 64;
const NAMES_READ_AT_ONCE = 4 * BATCH;
/** Of a folder whose own size says that it holds no more than some thousand names all are read by one call: opening it costs more than that. */
const SMALL_FOLDER_BYTES = 64 * KIB;

/** What stands in a folder, a few names at a time, so that of a folder of any size only these are held. @param isLocal whether it may be read without leaving
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
    yield batch;
    batch = [];
  }
  yield batch;
}

function* listWhole(folder: string): Generator<readonly Dirent[]> {
  const entries = readdirSync(folder, { withFileTypes: true });
  for (let from = 0; from < entries.length; from += BATCH) yield entries.slice(from, from + BATCH);
}

function* listInParts(folder: string): Generator<readonly Dirent[]> {
  const directory = opendirSync(folder, { bufferSize: NAMES_READ_AT_ONCE });
  try {
    let batch: Dirent[] = [];
    for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
      batch.push(entry);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    directory.closeSync();
  }
}
