import type { SourceRecord } from '@tributary/engines-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { FoundDrift } from './found-drift.js';

/** Documents of folders and files on this machine whose file is no longer there, or no longer belongs to the source. A root that cannot be walked tells nothing. */
export async function compareFiles(
  { catalog, readers }: Pick<Collaborators, 'catalog' | 'readers'>,
  signal: AbortSignal,
): Promise<readonly FoundDrift[]> {
  const found: FoundDrift[] = [];
  for await (const source of catalog.sources.list()) {
    if (source.kind !== 'folder' && source.kind !== 'file') continue;
    const paths = await pathsOf(readers, source, signal);
    if (paths === undefined) continue;
    for await (const { collection, key, state, file } of catalog.documents.list({ source: source.id })) {
      if (state === 'deleted' || file === undefined || paths.has(file.path)) continue;
      const detail = `Its file ${file.path} is no longer in ${source.location}: the source is synced.`;
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
  const paths = new Set<string>();
  for await (const entry of reader.scan(source.location, { signal, ignore: source.ignore, settings: source.settings })) {
    // What may be there all the same is not gone.
    if (entry.found || entry.passing === true || entry.reason === 'unreadable' || entry.reason === 'changing') paths.add(entry.path);
  }
  return paths.size === 0 ? undefined : paths;
}
