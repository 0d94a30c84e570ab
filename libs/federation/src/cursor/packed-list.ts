import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { ListCodec } from '@tributary/state-port';
import type { ListedHit, PassagePlace, RankedList } from './ranked-list.js';

/** Of the bytes that processes of one installation leave each other: one of another version reads them as none of its own. */
const FORMAT = 1;

type Written = readonly [format: number, list: Omit<PackedList, 'hits' | 'coverage'>, hits: string, coverage: string];

type Hits = readonly [
  ids: readonly string[],
  collections: readonly number[],
  /** Packed numbers. */
  relevance: string,
  /** Packed numbers, 0 where there is none. */
  versions: string,
  more: readonly number[],
  /** By place in the list. */
  alsoIn: Readonly<Record<number, readonly PassagePlace[]>>,
];

/** A ranked list in a hundredth of the objects: its hits are columns of one JSON text outside the heap, about 65 bytes a hit. */
export interface PackedList extends Omit<RankedList, 'hits' | 'coverage'> {
  readonly collections: readonly string[];
  readonly hits: Buffer;
  readonly coverage: Buffer;
}

export function packList({ hits, coverage, demands, caller, owner }: RankedList): PackedList {
  const collections = [...new Set(hits.map(({ collection }) => collection))];
  const places = new Map(collections.map((name, place) => [name, place]));
  const columns: Hits = [
    hits.map(({ id }) => id),
    hits.map(({ collection }) => places.get(collection) ?? 0),
    packNumbers(hits.map(({ relevance }) => relevance)),
    packNumbers(hits.map(({ version }) => version ?? 0)),
    hits.map(({ more }) => more ?? 0),
    Object.fromEntries(hits.flatMap(({ alsoIn }, at) => (alsoIn === undefined ? [] : [[at, alsoIn]]))),
  ];
  return { collections, hits: pack(columns), coverage: pack(coverage), demands, caller, owner };
}

export function unpackList({ collections, hits, coverage, demands, caller, owner }: PackedList): RankedList {
  // safe: both are what packList made of these types
  const [ids, places, packedRelevance, packedVersions, more, alsoIn] = unpack(hits) as Hits;
  const [relevance, versions] = [unpackNumbers(packedRelevance), unpackNumbers(packedVersions)];
  const listed = ids.map((id, i): ListedHit => {
    const hit = { id, collection: collections[places[i] ?? 0] ?? '', relevance: relevance[i] ?? 0 };
    const also = alsoIn[i];
    const version = versions[i] ? { version: versions[i] } : {};
    return { ...hit, ...version, ...(more[i] ? { more: more[i] } : {}), ...(also === undefined ? {} : { alsoIn: also }) };
  });
  // safe: as above
  return { hits: listed, coverage: unpack(coverage) as RankedList['coverage'], demands, caller, owner };
}

/** Lists as bytes for other processes, about 40 a hit: packed and deflated. */
export const rankedListCodec: ListCodec<RankedList> = { form: 'deflated', encode: encodeList, decode: decodeList };

async function encodeList(list: RankedList): Promise<Buffer> {
  const { hits, coverage, ...rest } = packList(list);
  const written: Written = [FORMAT, rest, hits.toString(), coverage.toString()];
  return promisify(deflateRaw)(pack(written));
}

/** Undefined for what another version of this program wrote. */
async function decodeList(bytes: Buffer): Promise<RankedList | undefined> {
  const inflated = await promisify(inflateRaw)(bytes).catch(() => undefined);
  if (inflated === undefined) return undefined;
  // safe: what was inflated is of encodeList, and of this format what follows is a list
  const [format, rest, hits, coverage] = unpack(inflated) as Written;
  return format === FORMAT ? unpackList({ ...rest, hits: Buffer.from(hits), coverage: Buffer.from(coverage) }) : undefined;
}

function pack(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** Long numbers to the last bit, in two thirds of what they take as text. */
function packNumbers(numbers: readonly number[]): string {
  return Buffer.from(Float64Array.from(numbers).buffer).toString('base64');
}

function unpackNumbers(packed: string): Float64Array {
  return new Float64Array(new Uint8Array(Buffer.from(packed, 'base64')).buffer);
}

function unpack(packed: Buffer): unknown {
  return JSON.parse(packed.toString());
}
