import type { Filter, PointView, PointsAnswer, PointsInput, Principal } from '@tributary/contracts';
import { foreignPointIds, onlyNewestVersions, type StoredPoint } from '@tributary/engines-port';
import { encodeDocumentKey, permanent } from '@tributary/kernel';
import { chunkOriginalId, isUuid, md5Uuid } from '@tributary/kernel/ids';
import { findCollection } from '../access/find-collection.js';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { placeOf } from '../answer/chunk-place.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { viewOf } from './point-view.js';

type PointCollaborators = Pick<SearchCollaborators, 'catalog' | 'found' | 'engines' | 'openAdopted' | 'clock'>;

interface PointContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

const IDS_PER_READ = 500;

/** Hands out points as they are stored, whoever made their collection: what the caller may not see does not exist. */
export class ReadPoints {
  readonly #with: PointCollaborators;

  constructor(collaborators: PointCollaborators) {
    this.#with = collaborators;
  }

  /** Points of documents that are being replaced are those of one version. @throws `COLLECTION.NOT_FOUND`, `FILTER.INVALID` */
  async run(
    { collection: name, ids, filter, limit, next, past_damage: pastDamage = false }: PointsInput,
    { principal, signal }: PointContext,
  ): Promise<PointsAnswer> {
    const collection = await this.#collection(name, { principal, filter });
    const view = (point: StoredPoint) => viewOf(point, { record: collection.record, principal });
    if (ids !== undefined) return { points: (await readNamed(collection, ids, signal)).map(([, point]) => view(point)) };
    const page = await collection.scrollHits(
      { limit, ...(pastDamage ? { pastDamage } : {}), ...(next === undefined ? {} : { after: next }) },
      signal,
    );
    return { points: newest(page.points).map(view), ...(page.next === undefined ? {} : { next: page.next }) };
  }

  /** Those of the ids that are there, by the id they were asked for under. @throws `COLLECTION.NOT_FOUND` */
  async find(name: string, ids: readonly string[], { principal, signal }: PointContext): Promise<ReadonlyMap<string, PointView>> {
    const collection = await this.#collection(name, { principal });
    const found = new Map<string, PointView>();
    for (let at = 0; at < ids.length; at += IDS_PER_READ) {
      const read = await readNamed(collection, ids.slice(at, at + IDS_PER_READ), signal);
      for (const [id, point] of read) found.set(id, viewOf(point, { record: collection.record, principal }));
    }
    return found;
  }

  /** How many points of a collection the caller sees, exactly. @throws `COLLECTION.NOT_FOUND` */
  async count(name: string, { principal, signal }: PointContext): Promise<number> {
    return (await this.#collection(name, { principal })).countHits(signal);
  }

  async #collection(name: string, { principal, filter }: { readonly principal: Principal; readonly filter?: Filter | undefined }) {
    const collection = await findCollection(name, principal, { ...this.#with, narrowing: filter === undefined ? {} : { filter } });
    if (collection) return collection;
    throw noSuchCollection(name);
  }
}

/** The points of these ids, each beside its id, in their order; missing ones left out. */
async function readNamed(
  collection: ScopedCollection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, StoredPoint])[]> {
  const wanted = ids.map((id) => possibleIds(collection, id));
  const points = newest(await collection.readHits([...new Set(wanted.flat())], signal));
  const byId = new Map(points.map((point) => [point.id.toLowerCase(), point]));
  return ids.flatMap((id, at) => {
    const found = (wanted[at] ?? []).map((possible) => byId.get(possible.toLowerCase())).find((point) => point !== undefined);
    return found === undefined ? [] : [[id, found] as const];
  });
}

/** The ids a point may have that somebody calls so: its own, that made of its string id, that of the first passage of a document. */
function possibleIds({ record: { name, adopted } }: ScopedCollection, id: string): readonly string[] {
  if (adopted !== undefined) return foreignPointIds(id);
  const first = md5Uuid(chunkOriginalId({ collection: name, key: encodeDocumentKey(id), chunk: 0 }));
  return [...(isUuid(id) ? [id] : []), md5Uuid(id), first];
}

function newest(points: readonly StoredPoint[]): readonly StoredPoint[] {
  return onlyNewestVersions(points.map((point) => ({ ...placeOf(point), point }))).map(({ point }) => point);
}

function noSuchCollection(name: string) {
  return permanent(
    'COLLECTION.NOT_FOUND',
    `There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`,
    { category: 'not_found' },
  );
}
