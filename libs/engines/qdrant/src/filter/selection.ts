import type { Schemas } from '@qdrant/js-client-rest';
import { compileFilter, type FilterPoint, type PointSelector, type TextAnalyser } from '@tributary/engines-port';
import { isUuid } from '@tributary/kernel/ids';
import { IS_CHUNK } from '../points/layout.js';
import { fieldsOfFilter } from './fields-of-filter.js';
import { translateFilter } from './translate-filter.js';

/** The chunks of a selector. */
export interface Selection {
  /** In the server's words. */
  readonly filter: Schemas['Filter'];
  /** What is left to be checked on every chunk the server's filter admits; absent when that says it all. */
  readonly test?: (point: FilterPoint) => boolean;
  /** Payload fields that the check looks at, as paths of the server. */
  readonly looksAt: readonly string[];
}

/** @throws `FILTER.INVALID` */
export function selectionOf({ ids, docId, chunks, filter = {} }: PointSelector, analyser: TextAnalyser): Selection {
  const must: Schemas['Condition'][] = [IS_CHUNK];
  if (ids) must.push({ has_id: ids.map((id) => id.toLowerCase()).filter(isUuid) });
  if (docId !== undefined) {
    must.push({ key: 'doc_id', match: { value: docId.toWellFormed() } });
    if (chunks) must.push({ key: 'chunk_index', range: { gte: chunks.from, lte: chunks.to } });
  }
  const test = compileFilter(filter, analyser);
  const translated = translateFilter(filter);
  if (!isUnrestricted(translated.filter)) must.push(translated.filter);
  if (translated.isExact) return { filter: { must }, looksAt: [] };
  return { filter: { must }, test, looksAt: fieldsOfFilter(filter).map((field) => JSON.stringify(field)) };
}

function isUnrestricted(filter: Schemas['Filter']): boolean {
  return Object.values(filter).every((clause) => Array.isArray(clause) && clause.length === 0);
}
