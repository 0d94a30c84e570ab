import type { Schemas } from '@qdrant/js-client-rest';
import { conditionsOf, type CardFields, type Condition, type FieldMatch, type Filter, type RangeCondition } from '@tributary/contracts';
import { placesSeen } from '@tributary/engines-port';
import { z } from 'zod';
import { pointIdOf } from './point-id.js';

type Scalar = string | number | boolean;
type Translated = Schemas['Condition'];
/** What the server can say of a condition; undefined restricts nothing. */
type Narrowed = Translated | undefined;

const PLAIN_PLACE = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*$/u;
const MOST_VALUES = 200;
const BIGGEST = 2n ** 63n - 1n;
/** The client writes a bigint as its digits, though its types know numbers only. */
const BigNumber = z.custom<number>((value) => typeof value === 'bigint');

/** A filter of the server that keeps no point out which ours admits: where it stands first in the maker's fields. What it lets through is checked, since how a
 *  maker writes lists, dates and numbers is his own affair. */
export function narrowingFilter(filter: Filter | undefined, fields: CardFields): Schemas['Filter'] {
  return { must: narrowedParts(filter ?? {}, fields) };
}

/** Points at whose place stands this value, written as text or as number, or nothing that the server can see. */
export function standsAt(place: string, value: Scalar): Translated[] {
  const narrowed = atPlaces([place], { isHidden: () => true, test: (key) => equals(key, value) });
  return narrowed === undefined ? [] : [narrowed];
}

/** The conditions that have to hold, each by itself. */
export function conditionsIn({ must }: Schemas['Filter']): readonly Translated[] {
  const all = Array.isArray(must) ? must : must ? [must] : [];
  return all.flatMap((one) => ('must' in one && Object.keys(one).length === 1 ? conditionsIn(one) : [one]));
}

/** What of a filter has to hold; `must_not` and `min_should` are left open. */
function narrowedParts(filter: Filter, fields: CardFields): Translated[] {
  const must = conditionsOf(filter.must).flatMap((condition) => narrow(condition, fields) ?? []);
  const should = conditionsOf(filter.should).map((condition) => narrow(condition, fields));
  const isKnown = should.length > 0 && should.every((branch) => branch !== undefined);
  return isKnown ? [...must, { should }] : must;
}

function narrow(condition: Condition, fields: CardFields): Narrowed {
  if ('has_id' in condition) return { has_id: condition.has_id.flatMap((id) => pointIdOf(id.toString()) ?? []) };
  if ('nested' in condition) return undefined;
  if ('is_empty' in condition) return whereEmpty(condition.is_empty.key, fields);
  if ('is_null' in condition) return atSeen(condition.is_null.key, { fields, test: (key) => ({ is_null: { key } }) });
  if ('key' in condition) {
    const list = listPlace(condition.key, fields);
    if (list !== undefined && 'match' in condition) return inList(list, condition.match);
    const test = 'match' in condition ? matchTest(condition.match) : 'range' in condition ? rangeTest(condition.range) : undefined;
    return test && atSeen(condition.key, { fields, test });
  }
  const parts = narrowedParts(condition, fields);
  return parts.length === 0 ? undefined : { must: parts };
}

type Test = (key: string) => Translated;

interface Tested {
  readonly test: Test;
  /** True for a place inside an object that may be JSON written as text, or a name with dots: there the server may see nothing. */
  readonly isHidden: (place: string) => boolean;
}

/** Points at which the test holds where a filter sees the field. */
function atSeen(key: string, { fields, test }: { readonly fields: CardFields; readonly test: Test }): Narrowed {
  const { metadata } = fields;
  const places = placesSeen(key, fields);
  const isHidden = (place: string) => (metadata === '' ? places?.length === 1 && place.includes('.') : place.includes('.'));
  return places && atPlaces(places, { isHidden, test });
}

/** The test at the first place; where that is empty, at the next one. */
function atPlaces([place, ...further]: readonly string[], { isHidden, test }: Tested): Narrowed {
  if (place === undefined || !PLAIN_PLACE.test(place)) return undefined;
  const empty = { is_empty: { key: place } };
  if (isHidden(place)) return { should: [test(place), empty] };
  if (further.length === 0) return test(place);
  const next = atPlaces(further, { isHidden, test });
  return next && { should: [test(place), { must: [empty, next] }] };
}

/** Where a list stands that the card has a place for. */
function listPlace(key: string, fields: CardFields): string | undefined {
  return key === 'acl' || key === 'tags' ? fields[key] : undefined;
}

/** Points whose list has one of the values, or at whose place stands none: a text may hold one. */
function inList(place: string, match: FieldMatch): Narrowed {
  if (!PLAIN_PLACE.test(place) || 'text' in match || 'except' in match) return undefined;
  const values: readonly Scalar[] = 'value' in match ? [match.value] : match.any;
  const texts = values.filter((value) => typeof value === 'string');
  return { should: [{ key: place, match: { any: texts } }, { is_empty: { key: `${place}[]` } }] };
}

/** A field is empty only where the nearest of its places is; readers wherever nothing stands. */
function whereEmpty(key: string, fields: CardFields): Narrowed {
  const place = (key === 'acl' ? fields.acl : undefined) ?? placesSeen(key, fields)?.[0];
  return place === undefined || !PLAIN_PLACE.test(place) ? undefined : { is_empty: { key: place } };
}

function matchTest(match: FieldMatch): Test | undefined {
  if ('text' in match || 'except' in match) return undefined;
  if ('value' in match) return isTold(match.value) ? (key) => equals(key, match.value) : undefined;
  const values: readonly Scalar[] = match.any;
  if (values.length > MOST_VALUES || !values.every(isTold)) return undefined;
  return (key) => ({ should: values.map((value) => equals(key, value)) });
}

/** Whole numbers around the range: an index of whole numbers cuts the fraction off a bound. How dates are written is the maker's affair. */
function rangeTest({ gt, gte, lt, lte }: RangeCondition['range']): Test | undefined {
  const [low, high] = [[gt, gte].filter((bound) => bound !== undefined), [lt, lte].filter((bound) => bound !== undefined)];
  if (![...low, ...high].every((bound) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER)) return undefined;
  const range = {
    ...(low.length === 0 ? {} : { gte: Math.floor(Math.min(...low.map(Number))) }),
    ...(high.length === 0 ? {} : { lte: Math.ceil(Math.max(...high.map(Number))) }),
  };
  return (key) => ({ key, range });
}

/** Numbers beyond 2^53 arrive rounded. */
function isTold(value: Scalar): boolean {
  return typeof value !== 'number' || Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Points with this value, in whatever way it is written: texts such as user ids as numbers, too, and whole numbers with a fraction of zero. */
function equals(key: string, value: Scalar): Translated {
  const number = typeof value === 'string' ? numberIn(value) : value;
  const ways: Translated[] = typeof value === 'string' || typeof value === 'boolean' ? [{ key, match: { value } }] : [];
  if (typeof number === 'bigint') ways.push({ key, match: { value: BigNumber.parse(number) } });
  if (typeof number === 'number') ways.push({ key, range: { gte: Math.floor(number), lte: Math.ceil(number) } });
  if (value === 'true' || value === 'false') ways.push({ key, match: { value: value === 'true' } });
  const [only] = ways;
  return ways.length === 1 && only ? only : { should: ways };
}

function numberIn(text: string): number | bigint | undefined {
  const number = Number(text);
  if (!Number.isFinite(number)) return undefined;
  if (/^-?\d+$/.test(text)) {
    const whole = BigInt(text);
    // Whole numbers of 64 bits without a sign are matched by none beyond those with one: they are compared as the nearest number.
    return Number.isSafeInteger(number) || whole > BIGGEST || whole < -BIGGEST ? number : whole;
  }
  return number.toString() === text ? number : undefined;
}
