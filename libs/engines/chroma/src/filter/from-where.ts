import type { Condition, Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Listed = z.union([z.array(z.string()).min(1), z.array(z.number()).min(1)]);
const Operator = z.union([
  z.strictObject({ $eq: Scalar }),
  z.strictObject({ $ne: Scalar }),
  z.strictObject({ $contains: Scalar }),
  z.strictObject({ $not_contains: Scalar }),
  z.strictObject({ $in: Listed }),
  z.strictObject({ $nin: Listed }),
  z.strictObject({ $gt: z.number() }),
  z.strictObject({ $gte: z.number() }),
  z.strictObject({ $lt: z.number() }),
  z.strictObject({ $lte: z.number() }),
]);
const Parts = z.array(z.record(z.string(), z.unknown())).min(1);

/** A `where` of Chroma, as its clients write it, in the filter language. @throws `FILTER.INVALID`, `ENGINE.UNSUPPORTED` for a `where_document`, which
 *  looks for letters where ours looks for words */
export function fromWhere(where: unknown, whereDocument?: unknown): Filter {
  if (whereDocument !== undefined && whereDocument !== null && Object.keys(whereDocument).length > 0) {
    throw permanent(
      'ENGINE.UNSUPPORTED',
      'where_document looks for letters anywhere in a text, which no engine here does alike: use match.text, which looks for words.',
    );
  }
  const fields = z.record(z.string(), z.unknown()).safeParse(where ?? {});
  if (!fields.success) throw invalid('it is no object');
  const filters = Object.entries(fields.data).map(([key, value]) => clause(key, value));
  const [only] = filters;
  return filters.length <= 1 ? (only ?? {}) : { must: filters };
}

function clause(key: string, value: unknown): Filter {
  if (key !== '$and' && key !== '$or') return field(key, value);
  const parts = Parts.safeParse(value);
  if (!parts.success) throw invalid(`${key} needs a list of conditions`);
  const filters = parts.data.map((part) => fromWhere(part));
  return key === '$and' ? { must: filters } : { should: filters };
}

function field(name: string, value: unknown): Filter {
  if (name.startsWith('$')) throw invalid(`${name} is unknown`);
  const key = /^[\p{L}\p{N}_.-]+$/u.test(name) ? name : `"${name}"`;
  const plain = Scalar.safeParse(value);
  if (plain.success) return { must: [{ key, match: { value: plain.data } }] };
  const operator = Operator.safeParse(value);
  if (!operator.success) throw invalid(`what is asked of ${name} is unknown`);
  return operation(key, operator.data);
}

/** Of a field that is absent, Chroma says that it is not equal: so does `must_not`. */
function operation(key: string, operator: z.infer<typeof Operator>): Filter {
  const holds = (condition: Condition): Filter => ({ must: [condition] });
  const fails = (condition: Condition): Filter => ({ must_not: [condition] });
  if ('$eq' in operator) return holds({ key, match: { value: operator.$eq } });
  if ('$ne' in operator) return fails({ key, match: { value: operator.$ne } });
  if ('$contains' in operator) return holds({ key, match: { value: operator.$contains } });
  if ('$not_contains' in operator) return fails({ key, match: { value: operator.$not_contains } });
  if ('$in' in operator) return holds({ key, match: { any: operator.$in } });
  if ('$nin' in operator) return fails({ key, match: { any: operator.$nin } });
  if ('$gt' in operator) return holds({ key, range: { gt: operator.$gt } });
  if ('$gte' in operator) return holds({ key, range: { gte: operator.$gte } });
  if ('$lt' in operator) return holds({ key, range: { lt: operator.$lt } });
  return holds({ key, range: { lte: operator.$lte } });
}

function invalid(why: string): Error {
  return permanent('FILTER.INVALID', `Not a where of Chroma: ${why}.`);
}
