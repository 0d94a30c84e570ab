import type { CollectionSummary, HitFolder, Principal, SearchAnswer, SourceFolder } from '@tributary/contracts';
import type { Catalog, SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri } from '@tributary/kernel';
import { dirname } from 'node:path';
import { seesPlace } from '../access/rights.js';

/** Of one collection. */
const MOST = 10;

/** Kinds of sources whose documents are files below their location. */
const ON_DISK: ReadonlySet<SourceRecord['kind']> = new Set(['folder', 'file', 'obsidian', 'zim']);

type Sources = Pick<Catalog, 'sources'>;

/** Each collection with the folders that fill it, as far as the caller may know where they lie. */
export async function withFolders(
  catalog: Sources,
  principal: Principal,
  summaries: readonly CollectionSummary[],
): Promise<readonly CollectionSummary[]> {
  const sources = await placedSources(catalog, principal);
  return summaries.map((summary) => ({ ...summary, ...filling(sources, summary.name) }));
}

/** The same of one. */
export async function foldersOf(catalog: Sources, principal: Principal, collection: string): Promise<Pick<CollectionSummary, 'folders'>> {
  return filling(await placedSources(catalog, principal), collection);
}

/** The answer with the folders in which its hits lie, each once.
 *  @param sources as `placedSources` tells them */
export function withHitFolders(answer: SearchAnswer, sources: readonly SourceRecord[]): SearchAnswer {
  const folders = new Map<string, HitFolder>();
  for (const { uri, collection } of answer.hits) {
    const source = sources.find((one) => fills(one, collection) && uri.startsWith(addressOf(one, collection)));
    if (source !== undefined) folders.set(addressOf(source, collection), { collection, ...folderOf(source) });
  }
  return folders.size === 0 ? answer : { ...answer, folders: [...folders.values()] };
}

/** The sources of which the caller may know where their files lie; none where the catalog does not answer, since nobody asked for them alone. */
export async function placedSources({ sources }: Sources, principal: Principal): Promise<readonly SourceRecord[]> {
  try {
    return (await sources.all()).filter((source) => ON_DISK.has(source.kind) && seesPlace(principal, source));
  } catch {
    return [];
  }
}

function filling(sources: readonly SourceRecord[], collection: string): Pick<CollectionSummary, 'folders'> {
  const folders = sources.filter((source) => fills(source, collection)).slice(0, MOST);
  return folders.length === 0 ? {} : { folders: folders.map(folderOf) };
}

function fills({ route }: SourceRecord, collection: string): boolean {
  return route.code === collection || route.docs === collection;
}

/** What the addresses of its documents begin with. */
function addressOf({ name }: SourceRecord, collection: string): string {
  return formatDocumentUri({ collection, key: `${encodeDocumentKey(name)}/` });
}

function folderOf({ kind, name, location }: SourceRecord): SourceFolder {
  return { source: name, location: kind === 'file' ? dirname(location) : location };
}
