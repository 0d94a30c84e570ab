import type { Principal, SearchRequest } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';
import { cursorInvalid } from '../search/search.errors.js';

/** A place in a ranked list. */
export interface CursorPlace {
  readonly list: string;
  readonly offset: number;
}

const CURSOR = /^([0-9a-f-]{36})\.(\d{1,4})$/;

export function writeCursor({ list, offset }: CursorPlace): string {
  return `${list}.${offset.toString()}`;
}

/** @throws `CURSOR.INVALID` */
export function readCursor(cursor: string): CursorPlace {
  const [, list, offset] = CURSOR.exec(cursor) ?? [];
  if (list === undefined || offset === undefined) throw cursorInvalid('it is not one of ours');
  return { list, offset: Number(offset) };
}

/** Who asked for what, without how much of it and in which dress: those may change from page to page. */
export function ownerOf(request: SearchRequest, principal: Principal): string {
  const { query, collections, filter, since, until, algorithm, weights, min_relevance, diversity, per_document, collapse, rerank } =
    request;
  const { subject, user_id, groups, unrestricted } = principal;
  return sha256Hex(
    JSON.stringify([
      [query, collections, filter, since, until, algorithm, weights, min_relevance, diversity, per_document, collapse, rerank],
      [subject, user_id, groups, principal.collections, unrestricted],
    ]),
  );
}
