import type { Principal, SearchRequest } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';
import { cursorInvalid } from '../search/search.errors.js';

/** Where a ranked list goes on. */
export interface ListPlace {
  /** Everything before it, counted from 0, has been shown or is gone. */
  readonly offset: number;
  /** Places before it that were left out for others and come first now, ascending. */
  readonly leftOut: readonly number[];
}

/** The beginning of a list. */
export const LIST_START: ListPlace = { offset: 0, leftOut: [] };

/** A place in a kept list. */
export interface CursorPlace extends ListPlace {
  readonly list: string;
}

const CURSOR = /^([0-9a-f-]{36})\.(\d{1,4})(?:\.([A-Za-z0-9_-]{1,60}))?$/;

/** `<list>.<offset>`, and where places were left out `.<one bit per place>`. */
export function writeCursor({ list, offset, leftOut }: CursorPlace): string {
  return `${list}.${offset.toString()}${leftOut.length === 0 ? '' : `.${packPlaces(leftOut)}`}`;
}

/** @throws `CURSOR.INVALID` */
export function readCursor(cursor: string): CursorPlace {
  const [, list, offset, places = ''] = CURSOR.exec(cursor) ?? [];
  if (list === undefined || offset === undefined) throw cursorInvalid('it is not one of ours');
  return { list, offset: Number(offset), leftOut: unpackPlaces(places).filter((place) => place < Number(offset)) };
}

function packPlaces(places: readonly number[]): string {
  const bits = new Uint8Array(Math.ceil((Math.max(...places) + 1) / 8));
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return Buffer.from(bits).toString('base64url');
}

function unpackPlaces(packed: string): readonly number[] {
  return [...Buffer.from(packed, 'base64url')].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => at * 8 + bit),
  );
}

/** Fields of a request that say what is asked for; how much of it and in which dress may change from page to page. */
const ASKED = [
  'query',
  'collections',
  'max_collections',
  'filter',
  'since',
  'until',
  'algorithm',
  'weights',
  'min_relevance',
  'diversity',
  'per_document',
  'collapse',
  'rerank',
  'priorities',
] as const satisfies readonly (keyof SearchRequest)[];

/** What a kept list says of who asked for it. */
export function askedBy(request: SearchRequest, principal: Principal): { readonly caller: string; readonly owner: string } {
  return { caller: principal.subject, owner: ownerOf(request, principal) };
}

/** Who asked for what. Groups and grants are sets: an issuer of tokens may tell them in another order from one token to the next. */
export function ownerOf(request: SearchRequest, { subject, user_id, groups, collections, unrestricted }: Principal): string {
  return sha256Hex(
    JSON.stringify([ASKED.map((field) => request[field]), [subject, user_id, sorted(groups), sorted(collections), unrestricted]]),
  );
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
