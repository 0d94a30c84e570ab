import type { CardFields, FieldMatch } from '@tributary/contracts';
import { placesSeen } from '@tributary/engines-port';
import type { Where } from 'chromadb';
import { isFlat } from '../points/flat-fields.js';
import type { FieldLayout } from '../filter/field-layout.js';
import { UNKNOWN, either, exactly, type Translation } from '../filter/where.js';

const MOST_VALUES = 200;

const TEXTS = ['path', 'user_id'];

/** Equal scalars only, and never exact: how a maker stores lists, dates and absent fields is his own affair, so every record is looked at again. */
export function foreignLayout(fields: CardFields): FieldLayout {
  return {
    match: ({ key, what, negated }) => (negated ? UNKNOWN : matchPlace(key, what, fields)),
    range: () => UNKNOWN,
    isEmpty: () => UNKNOWN,
    isNull: () => UNKNOWN,
    hasId: () => UNKNOWN,
  };
}

function matchPlace(key: string, what: FieldMatch, fields: CardFields): Translation {
  if ('text' in what || 'except' in what) return UNKNOWN;
  const [place, further] = placesSeen(key, fields) ?? [];
  // Metadata has no fields in fields; where a card says otherwise, they stand in JSON.
  if (place === undefined || (further !== undefined && fields.metadata !== '') || /[.[\]"$]/.test(place)) return UNKNOWN;
  const listed: readonly (string | number | boolean)[] = 'value' in what ? [what.value] : what.any;
  if (listed.length > MOST_VALUES || !listed.every(isFlat)) return UNKNOWN;
  const values = TEXTS.includes(key) ? listed.flatMap(asWritten) : listed;
  return { ...either(values.flatMap((value) => equals(place, value).map(exactly))), exact: false };
}

/** A list counts as its elements. */
function equals(place: string, value: string | number | boolean): Where[] {
  return [{ [place]: value }, { [place]: { $contains: value } }];
}

/** Makers write texts such as user ids as numbers, too. */
function asWritten(value: string | number | boolean): readonly (string | number | boolean)[] {
  if (typeof value !== 'string') return [];
  const number = Number(value);
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return value !== '' && Number.isFinite(number) && number.toString() === value ? [value, number] : [value];
}
