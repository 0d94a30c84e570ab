import type { CollectionMap, MapInput, PlaceAnswer, PlaceInput, Principal } from '@tributary/contracts';
import { Deadline, TributaryError, permanent, within } from '@tributary/kernel';
import { projectOnto } from '@tributary/ranking/projection';
import { findCollection } from '../access/find-collection.js';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { QueryEmbedder } from '../embed/query-embedder.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { DrawnMaps, type DrawnMap } from './drawn-maps.js';
import { isUnitModel, toUnit } from './gather-vectors.js';
import { AXES } from './layout.js';

interface MapContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

const MAP_LIMIT_MS = 90_000;
const EMBED_LIMIT_MS = 5_000;
/** As many points as a map has where nobody says: what places are computed by when there is no map yet. */
const USUAL_LIMIT = 10_000;

/** Shows the points of a collection on a plane, and where queries lie among them: what the caller may not see does not exist. */
export class ReadMap {
  readonly #with: SearchCollaborators;
  readonly #maps: DrawnMaps;
  readonly #embedder: QueryEmbedder;

  constructor(collaborators: SearchCollaborators) {
    this.#with = collaborators;
    this.#maps = new DrawnMaps(collaborators.clock);
    this.#embedder = new QueryEmbedder(collaborators);
  }

  /** @throws `COLLECTION.NOT_FOUND`, `MAP.BUSY`, `MAP.FAILED` */
  async run({ collection: name, limit, components }: MapInput, { principal, signal }: MapContext): Promise<CollectionMap> {
    const collection = await this.#collection(name, principal);
    const limits = { deadline: Deadline.in(MAP_LIMIT_MS), signal };
    const map = await within(limits, (ends) => this.#maps.of(collection, limit, ends));
    return toAnswer(collection, map, components);
  }

  /** A query that cannot be embedded has no place, and a note says why. @throws `COLLECTION.NOT_FOUND`, `MAP.BUSY`, `MAP.FAILED` */
  async place({ collection: name, query, ids }: PlaceInput, { principal, signal }: MapContext): Promise<PlaceAnswer> {
    const collection = await this.#collection(name, principal, ids);
    const whole = await this.#collection(name, principal);
    const limits = { deadline: Deadline.in(MAP_LIMIT_MS), signal };
    const { version, layout } = await within(limits, (ends) => this.#maps.latest(whole, USUAL_LIMIT, ends));
    const { model } = collection.record.card;
    const at = (vector: Float32Array) => [...projectOnto(layout, isUnitModel(model.distance) ? toUnit(vector) : vector)];
    const page = ids.length === 0 ? { points: [] } : await collection.scrollHits({ limit: ids.length }, signal);
    const points = page.points.flatMap(({ id, vector }) => (vector?.length === model.dimension ? [{ id, at: at(vector) }] : []));
    if (query === undefined) return { version, points, notes: [] };
    const embedded = await this.#embed(query, collection, signal);
    if (embedded instanceof TributaryError) return { version, points, notes: [embedded.message] };
    return { version, query: at(embedded), points, notes: [] };
  }

  async #embed(query: string, { record }: ScopedCollection, signal: AbortSignal): Promise<Float32Array | TributaryError> {
    try {
      return await this.#embedder.embed(query, record.card.model, { deadline: Deadline.in(EMBED_LIMIT_MS), signal });
    } catch (error) {
      if (error instanceof TributaryError) return error;
      throw error;
    }
  }

  /** @param ids only these of its points; left out: all of them */
  async #collection(name: string, principal: Principal, ids?: readonly string[]): Promise<ScopedCollection> {
    const narrowing = ids === undefined ? {} : { filter: { must: [{ has_id: [...ids] }] } };
    const collection = await findCollection(name, principal, { ...this.#with, narrowing });
    if (collection) return collection;
    throw permanent(
      'COLLECTION.NOT_FOUND',
      `There is no collection ${name}: list_collections (tributary collections) shows the ones there are.`,
      { category: 'not_found' },
    );
  }
}

function toAnswer({ record }: ScopedCollection, map: DrawnMap, withComponents: boolean): CollectionMap {
  const { version, total, sampled, ids, documents, documentOf, isUnit, layout } = map;
  const { plane, components, mean, axes, explained } = layout;
  return {
    collection: record.name,
    version,
    model: record.card.model.name,
    dimension: map.dimension,
    total,
    sampled,
    ids,
    documents,
    document_of: [...documentOf],
    scale: [...plane.scale],
    coordinates: packed(plane.values),
    explained: [...explained],
    projection: { unit: isUnit, mean: packed(mean), axes: packed(axes) },
    ...(withComponents ? { components: { axes: AXES, scale: [...components.scale], values: packed(components.values) } } : {}),
  };
}

/** Every machine we run on is little-endian. */
function packed({ buffer, byteOffset, byteLength }: Int8Array | Int16Array | Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
