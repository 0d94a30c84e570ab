import { isAbsolute, relative, sep } from 'node:path';
import type { Catalog, SourceRecord } from '@tributary/engines-port';
import { rowsOfSource } from '../../sync-source/rows-of-source.js';

/** Ids of the other sources that have files of this one already: of the same place, of a folder around it that did not leave them out, or of something
 *  within it. */
export async function sourcesWithFilesOf(catalog: Catalog, sourceId: string): Promise<readonly string[]> {
  const source = await catalog.sources.get(sourceId);
  if (source === undefined || !hasPath(source)) return [];
  const ids: string[] = [];
  for await (const other of catalog.sources.list()) {
    if (other.id !== sourceId && hasPath(other) && (await sharesFiles(catalog, source, other))) ids.push(other.id);
  }
  return ids;
}

function hasPath({ kind }: SourceRecord): boolean {
  return kind !== 'web' && kind !== 'nextcloud-notes';
}

async function sharesFiles(catalog: Catalog, source: SourceRecord, other: SourceRecord): Promise<boolean> {
  const below = pathWithin(other.location, source.location);
  if (below === undefined && pathWithin(source.location, other.location) === undefined) return false;
  // What is not walked yet may turn out to have them.
  if (other.synced < other.requested) return true;
  for await (const { state } of rowsOfSource(catalog, other, below ? [below.normalize('NFC')] : undefined)) {
    if (state !== 'deleted') return true;
  }
  return false;
}

/** The path of a place relative to the folder it lies in, with `/`; empty where it is that folder; undefined where it lies elsewhere. */
function pathWithin(folder: string, place: string): string | undefined {
  const path = relative(folder, place);
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, '/');
}
