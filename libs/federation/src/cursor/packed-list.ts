import type { ListedHit, PassagePlace, RankedList } from './cursor-store.js';

type Hits = readonly [
  ids: readonly string[],
  collections: readonly number[],
  relevance: readonly number[],
  /** 0 where there is none. */
  versions: readonly number[],
  more: readonly number[],
  /** By place in the list. */
  alsoIn: Readonly<Record<number, readonly PassagePlace[]>>,
];

/** A ranked list in a hundredth of the objects: its hits are columns of one JSON text outside the heap, about 75 bytes a hit. */
export interface PackedList extends Omit<RankedList, 'hits' | 'coverage'> {
  readonly collections: readonly string[];
  readonly hits: Buffer;
  readonly coverage: Buffer;
}

export function packList({ hits, coverage, demands, owner }: RankedList): PackedList {
  const collections = [...new Set(hits.map(({ collection }) => collection))];
  const places = new Map(collections.map((name, place) => [name, place]));
  const columns: Hits = [
    hits.map(({ id }) => id),
    hits.map(({ collection }) => places.get(collection) ?? 0),
    hits.map(({ relevance }) => relevance),
    hits.map(({ version }) => version ?? 0),
    hits.map(({ more }) => more ?? 0),
    Object.fromEntries(hits.flatMap(({ alsoIn }, at) => (alsoIn === undefined ? [] : [[at, alsoIn]]))),
  ];
  return { collections, hits: pack(columns), coverage: pack(coverage), demands, owner };
}

export function unpackList({ collections, hits, coverage, demands, owner }: PackedList): RankedList {
  // safe: both are what packList made of these types
  const [ids, places, relevance, versions, more, alsoIn] = unpack(hits) as Hits;
  const listed = ids.map((id, i): ListedHit => {
    const hit = { id, collection: collections[places[i] ?? 0] ?? '', relevance: relevance[i] ?? 0 };
    const also = alsoIn[i];
    const version = versions[i] ? { version: versions[i] } : {};
    return { ...hit, ...version, ...(more[i] ? { more: more[i] } : {}), ...(also === undefined ? {} : { alsoIn: also }) };
  });
  // safe: as above
  return { hits: listed, coverage: unpack(coverage) as RankedList['coverage'], demands, owner };
}

function pack(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(packed.toString());
}
