import { MIB } from '@tributary/kernel';
import { buffer } from 'node:stream/consumers';
import { fromFdPromise, type Entry, type ZipFile } from 'yauzl';
import { closeFile, openInPlace } from '../files/open-in-place.js';
import { readUtf8 } from '../files/read-utf8.js';

/** One bundle of an archive. */
export interface ArchivedNote {
  /** Of its bundle, without `.textbundle`. */
  readonly name: string;
  readonly text: string;
  /** Empty where there is none. */
  readonly info: string;
  /** What could not be read of the text, in sentences. */
  readonly notes: readonly string[];
}

export interface SkippedNote {
  readonly name: string;
  readonly reason: 'too-large' | 'unreadable';
}

const PART = /^(?:(.*?)\.textbundle\/|)(text\.(?:md|markdown|txt)|info\.json)$/i;
/** A longer text is no note. */
const MOST_BYTES = 20 * MIB;
/** More entries than that are an attack. */
const MOST_ENTRIES = 500_000;

/** The notes of a `.bear2bk` (many bundles) or a `.textpack` (one), read one by one; pictures are not unpacked.
 *  @throws what the archive is damaged by */
export async function* readBearArchive(file: string, signal?: AbortSignal): AsyncGenerator<ArchivedNote | SkippedNote> {
  const zip = await openZip(file);
  try {
    for (const [folder, { text, info }] of await listBundles(zip, signal)) {
      signal?.throwIfAborted();
      const name = folder.slice(folder.lastIndexOf('/') + 1) || 'note';
      if (text === undefined) continue;
      if (text.uncompressedSize > MOST_BYTES) yield { name, reason: 'too-large' };
      else yield await readBundle(zip, { name, text, info });
    }
  } finally {
    zip.close();
  }
}

async function openZip(file: string): Promise<ZipFile> {
  const opened = await openInPlace(file);
  try {
    return await fromFdPromise(opened, { lazyEntries: true, autoClose: false });
  } catch (error) {
    await closeFile(opened);
    throw error;
  }
}

interface Bundle {
  text?: Entry;
  info?: Entry | undefined;
}

async function listBundles(zip: ZipFile, signal: AbortSignal | undefined): Promise<ReadonlyMap<string, Bundle>> {
  const bundles = new Map<string, Bundle>();
  let entries = 0;
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted();
    if (++entries > MOST_ENTRIES) throw new Error('too many entries');
    const [, path = '', part = ''] = PART.exec(entry.fileName) ?? [];
    if (part === '') continue;
    const bundle = bundles.get(path) ?? {};
    bundles.set(path, part.toLowerCase() === 'info.json' ? { ...bundle, info: entry } : { ...bundle, text: entry });
  }
  return bundles;
}

async function readBundle(zip: ZipFile, { name, text, info }: { name: string } & Bundle): Promise<ArchivedNote | SkippedNote> {
  try {
    const content = text === undefined ? { text: '', notes: [] } : readUtf8(await readEntry(zip, text));
    return { name, ...content, info: info === undefined ? '' : (await readEntry(zip, info)).toString('utf8') };
  } catch {
    // One damaged entry costs only its note.
    return { name, reason: 'unreadable' };
  }
}

/** yauzl itself ends an entry that has more bytes than it says. */
async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MOST_BYTES) throw new Error('too large');
  return buffer(await zip.openReadStreamPromise(entry));
}
