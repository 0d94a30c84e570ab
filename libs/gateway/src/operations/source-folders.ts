import type { CollectionSummary, HitFolder, Principal, SearchAnswer, SourceFolder } from '@tributary/contracts';
import type { Catalog, SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, formatDocumentUri, within } from '@tributary/kernel';
import { dirname } from 'node:path';
import { seesPlace } from '../access/rights.js';

/** Of one collection. */
const MOST = 10;

/** Kinds of sources whose documents are files below their location. */
const ON_DISK: ReadonlySet<SourceRecord['kind']> = new Set(['folder', 'file', 'obsidian', 'zim']);

type Sources = Pick<Catalog, 'sources'>;

/** How long somebody waits for them. */
type Limits = Parameters<typeof within>[0];

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
  const collections = new Set(answer.hits.map(({ collection }) => collection));
  const addressed = new Map([...collections].map((collection) => [collection, addressedIn(sources, collection)]));
  const folders = new Map<string, HitFolder>();
  for (const { uri, collection } of answer.hits) {
    const found = addressed.get(collection)?.find(({ address }) => uri.startsWith(address));
    if (found !== undefined) folders.set(found.address, { collection, ...folderOf(found.source) });
  }
  return folders.size === 0 ? answer : { ...answer, folders: [...folders.values()] };
}

/** The sources of which the caller may know where their files lie; none where the catalog does not answer, or not in time, since nobody asked for them alone. */
export async function placedSources({ sources }: Sources, principal: Principal, limits?: Limits): Promise<readonly SourceRecord[]> {
  try {
    const all = await (limits === undefined ? sources.all() : within(limits, () => sources.all()));
    return all.filter((source) => ON_DISK.has(source.kind) && seesPlace(principal, source));
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

/** Those that fill a collection, each with what the addresses of its documents begin with. */
function addressedIn(sources: readonly SourceRecord[], collection: string) {
  return sources.filter((source) => fills(source, collection)).map((source) => ({ source, address: addressOf(source, collection) }));
}

/** What the addresses of its documents begin with. */
function addressOf({ name }: SourceRecord, collection: string): string {
  return formatDocumentUri({ collection, key: `${encodeDocumentKey(name)}/` });
}

function folderOf({ kind, name, location }: SourceRecord): SourceFolder {
  return { source: name, location: kind === 'file' ? dirname(location) : location };
}
