import type { FieldMatch, RangeCondition } from '@tributary/contracts';
import { parseMoment } from '@tributary/engines-port';
import {
  DATE_FIELDS,
  LIST_FIELDS,
  NUMBER_FIELDS,
  OPEN_METADATA,
  OPTIONAL_FIELDS,
  PRESENT_FIELDS,
  TEXT_FIELDS,
  elementKey,
  isFlat,
  isPlain,
  momentKey,
  openKey,
  presenceKey,
} from '../points/flat-fields.js';
import { POINT_KEY } from '../points/point-record.js';
import type { Asked, FieldLayout } from './field-layout.js';
import { boundsOf, exactBounds, wideBounds } from './numeric-bounds.js';
import { EVERYTHING, NOTHING, UNKNOWN, both, either, exactly, type Translation } from './where.js';

const MOST_VALUES = 2_000;
const OWN_FIELD = /^metadata\.([\p{L}\p{N}_-]+)$/u;

const isOneOf = (names: readonly string[], key: string): boolean => names.includes(key);

/** The layout of the collections we make: see `flatFields`. */
export const ownLayout: FieldLayout = {
  match({ key, what, negated }) {
    const field = key.endsWith('[]') ? key.slice(0, -2) : key;
    if (isOneOf(LIST_FIELDS, field)) return matchElement(field, { what, negated });
    if (isOneOf(TEXT_FIELDS, key)) return matchScalar(key, { what, negated, type: 'string' });
    if (isOneOf(NUMBER_FIELDS, key)) return matchScalar(key, { what, negated, type: 'number' });
    return negated ? UNKNOWN : withOpen(key, matchMetadata(key, what));
  },
  range({ key, what, negated }) {
    if (isOneOf(NUMBER_FIELDS, key)) return negated ? UNKNOWN : numberRange(key, what);
    if (isOneOf(DATE_FIELDS, key)) return negated ? UNKNOWN : dateRange(key, what);
    if (isOneOf(TEXT_FIELDS, key) || isOneOf(LIST_FIELDS, key) || negated) return UNKNOWN;
    const bounds = boundsOf(what);
    return withOpen(key, bounds === undefined ? undefined : wideBounds(key, bounds));
  },
  isEmpty({ key, negated }) {
    if (isOneOf(OPTIONAL_FIELDS, key)) return exactly(negated ? { [presenceKey(key)]: true } : { [presenceKey(key)]: { $ne: true } });
    return isOneOf(PRESENT_FIELDS, key) || isOneOf(NUMBER_FIELDS, key) ? constant(negated) : UNKNOWN;
  },
  isNull({ key, negated }) {
    const isTyped = [TEXT_FIELDS, NUMBER_FIELDS, LIST_FIELDS].some((fields) => isOneOf(fields, key));
    return isTyped ? constant(negated) : UNKNOWN;
  },
  hasId({ what, negated }) {
    if (what.length > MOST_VALUES) return UNKNOWN;
    if (what.length === 0) return constant(negated);
    return exactly({ [POINT_KEY]: negated ? { $nin: [...what] } : { $in: [...what] } });
  },
};

function constant(holds: boolean): Translation {
  return holds ? EVERYTHING : NOTHING;
}

type Scalar = string | number | boolean;

function matchScalar(
  key: string,
  { what, negated, type }: Omit<Asked<FieldMatch>, 'key'> & { readonly type: 'string' | 'number' },
): Translation {
  if ('text' in what) return UNKNOWN;
  if ('except' in what && !isOneOf(PRESENT_FIELDS, key) && !isOneOf(NUMBER_FIELDS, key)) return UNKNOWN;
  const listed: readonly Scalar[] = 'value' in what ? [what.value] : 'any' in what ? what.any : what.except;
  if (listed.length > MOST_VALUES || !listed.every(isComparable)) return UNKNOWN;
  // Number fields hold whole numbers, and Chroma cuts the fraction off what it compares them with: it would take 2.5 for 2.
  const ofType = listed.filter((value) => typeof value === type && (typeof value !== 'number' || Number.isInteger(value)));
  // `except` on a field that is always there is the opposite of `any`.
  const isOutside = 'except' in what ? !negated : negated;
  if (ofType.length === 0) return constant(isOutside);
  return exactly({ [key]: isOutside ? { $nin: ofType } : { $in: ofType } });
}

function matchElement(field: string, { what, negated }: Omit<Asked<FieldMatch>, 'key'>): Translation {
  if ('text' in what || 'except' in what) return UNKNOWN;
  const listed: readonly Scalar[] = 'value' in what ? [what.value] : what.any;
  const texts = listed.filter((value) => typeof value === 'string');
  if (texts.length > MOST_VALUES / 20 || !texts.every(isPlain)) return UNKNOWN;
  if (negated) return both(texts.map((text) => exactly({ [elementKey(field, text)]: { $ne: true } })));
  return either(texts.map((text) => exactly({ [elementKey(field, text)]: true })));
}

function matchMetadata(key: string, what: FieldMatch): Translation | undefined {
  if ('text' in what || 'except' in what) return undefined;
  const listed: readonly Scalar[] = 'value' in what ? [what.value] : what.any;
  const flat = listed.filter(isFlat);
  return flat.length > MOST_VALUES ? undefined : either(flat.map((value) => exactly({ [key]: value })));
}

/** What holds for the flat copies of a field, or where there is more than they say; undefined restricts nothing. */
function withOpen(key: string, flat: Translation | undefined): Translation {
  if (flat === undefined || !OWN_FIELD.test(key)) return UNKNOWN;
  const widened = either([flat, exactly({ [openKey(key)]: true }), exactly({ [OPEN_METADATA]: true })]);
  return { ...widened, exact: false };
}

function numberRange(key: string, range: RangeCondition['range']): Translation {
  const bounds = boundsOf(range);
  return bounds === undefined ? NOTHING : (exactBounds(key, bounds) ?? UNKNOWN);
}

function dateRange(key: string, range: RangeCondition['range']): Translation {
  const bounds = boundsOf(range, (text) => parseMoment(text) ?? Number.NaN);
  if (bounds === undefined || Object.values(bounds).some(Number.isNaN)) return UNKNOWN;
  return typeof Object.values(range).find((bound) => bound !== undefined) === 'string'
    ? (exactBounds(momentKey(key), bounds) ?? UNKNOWN)
    : UNKNOWN;
}

function isComparable(value: Scalar): boolean {
  return typeof value === 'string' ? isPlain(value) : isFlat(value);
}
