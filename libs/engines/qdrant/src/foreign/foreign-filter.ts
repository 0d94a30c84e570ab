import type { Schemas } from '@qdrant/js-client-rest';
import { conditionsOf, type CardFields, type Condition, type Filter } from '@tributary/contracts';
import { foreignField } from '@tributary/engines-port';
import { pointIdOf } from './point-id.js';

type Scalar = string | number | boolean;

/** Fields of ours that are read from several places of a maker, or from values written in many ways. */
const COMPOSED = ['title', 'source', 'content', 'chunk_index', 'acl', 'tags', 'created_at', 'modified_at', 'doc_id'];
const PLAIN_PLACE = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u;

/** A filter of the server that keeps no point out which ours admits: where it stands first in the maker's fields. What it lets through is checked, since how a
 *  maker writes lists, dates and numbers is his own affair. */
export function narrowingFilter(filter: Filter | undefined, fields: CardFields): Schemas['Filter'] {
  return { must: conditionsOf(filter?.must).flatMap((condition) => narrow(condition, fields)) };
}

/** Points at whose place stands this value, written as text or as number, or nothing that the server can see. */
export function standsAt(place: string, value: Scalar): Schemas['Condition'][] {
  if (!PLAIN_PLACE.test(place)) return [];
  const ways = typeof value === 'string' ? [value, ...asWritten(value)] : [value];
  if (ways.some((way) => typeof way === 'number' && !Number.isSafeInteger(way))) return [];
  return [{ should: [...ways.map((way) => ({ key: place, match: { value: way } })), { is_empty: { key: place } }] }];
}

function narrow(condition: Condition, fields: CardFields): Schemas['Condition'][] {
  if ('has_id' in condition) return [{ has_id: condition.has_id.flatMap((id) => pointIdOf(id.toString()) ?? []) }];
  if ('must' in condition) return [narrowingFilter(condition, fields)];
  if (!('key' in condition) || !('match' in condition) || !('value' in condition.match)) return [];
  const { key, match } = condition;
  if (COMPOSED.some((field) => key === field || key.startsWith(`${field}[`))) return [];
  const place = foreignField(key, fields);
  return place === undefined ? [] : standsAt(place, match.value);
}

/** Makers write texts such as user ids as numbers, too. */
function asWritten(text: string): readonly Scalar[] {
  if (text === 'true' || text === 'false') return [text === 'true'];
  const number = Number(text);
  return Number.isSafeInteger(number) && number.toString() === text ? [number] : [];
}
