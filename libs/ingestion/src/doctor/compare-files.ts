import { reachOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import type { ScannedEntry } from '@tributary/sources-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { FoundDrift } from './found-drift.js';

/** Documents of folders, files and notes on this machine that are no longer there, or no longer belong to the source. A root that cannot be walked tells
 *  nothing. */
export async function compareFiles(
  { catalog, readers }: Pick<Collaborators, 'catalog' | 'readers'>,
  signal: AbortSignal,
): Promise<readonly FoundDrift[]> {
  const found: FoundDrift[] = [];
  for await (const source of catalog.sources.list()) {
    if (reachOf(source.kind) !== 'local') continue;
    const paths = await pathsOf(readers, source, signal);
    if (paths === undefined) continue;
    for await (const { collection, key, state, file } of catalog.documents.list({ source: source.id })) {
      if (state === 'deleted' || file === undefined || paths.has(file.path)) continue;
      const detail = `${file.path} is no longer in ${source.location}: the source is synced.`;
      found.push({ drift: { kind: 'file-gone', collection, id: key, detail }, repair: 'sync', source: source.id });
    }
  }
  return found;
}

/** Undefined where the source cannot be walked here, or may be away as a whole. */
async function pathsOf(
  readers: Collaborators['readers'],
  source: SourceRecord,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const reader = readers[source.kind];
  const root = await reader?.inspect(source.location);
  if (reader === undefined || root?.usable !== true) return undefined;
  try {
    const paths = await pathsIn(reader.scan(source.location, { signal, ignore: source.ignore, settings: source.settings }));
    return paths.size === 0 ? undefined : paths;
  } catch (error) {
    // A damaged export stays so until somebody makes another; whatever else there is to examine does not wait for that.
    if (hasCode(error, 'SOURCE.UNREADABLE')) return undefined;
    throw error;
  }
}

/** What may be there all the same is not gone. */
async function pathsIn(entries: AsyncIterable<ScannedEntry>): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for await (const entry of entries) {
    if (entry.found || entry.passing === true || entry.reason === 'unreadable' || entry.reason === 'changing') paths.add(entry.path);
  }
  return paths;
}
