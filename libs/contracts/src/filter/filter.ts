import { z } from 'zod';
import { IsoDate } from '../names/names.js';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const listed = z.union([z.array(z.string()).min(1), z.array(z.number()).min(1)]);

const Match = z.union(
  [
    z.strictObject({ value: scalar }),
    z.strictObject({ any: listed }),
    z.strictObject({ except: listed }),
    z.strictObject({ text: z.string().min(1) }),
  ],
  { error: 'expected one of { value }, { any: […] }, { except: […] } (lists of texts or of numbers) or { text }' },
);

const bounds = <T extends z.ZodType>(bound: T) =>
  z
    .strictObject({ gt: bound.optional(), gte: bound.optional(), lt: bound.optional(), lte: bound.optional() })
    .refine((range) => Object.values(range).some((value) => value !== undefined), 'A range needs at least one of gt, gte, lt, lte.');

const key = z.string().min(1).describe('Payload field; nested fields with dots, list elements with [].');

const MatchCondition = z.strictObject({ key, match: Match });
const RangeCondition = z.strictObject({
  key,
  range: z.union([bounds(z.number()), bounds(IsoDate)], { error: 'expected gt, gte, lt or lte, all numbers or all dates (2026-01-31)' }),
});
const ValuesCountCondition = z.strictObject({ key, values_count: bounds(z.number().int().nonnegative()) });
const IsEmptyCondition = z.strictObject({ is_empty: z.strictObject({ key }) });
const IsNullCondition = z.strictObject({ is_null: z.strictObject({ key }) });
const HasIdCondition = z.strictObject({ has_id: z.array(z.union([z.string(), z.number()])) });

export type FieldMatch = z.infer<typeof Match>;
export type MatchCondition = z.infer<typeof MatchCondition>;
export type RangeCondition = z.infer<typeof RangeCondition>;
export type ValuesCountCondition = z.infer<typeof ValuesCountCondition>;
export type IsEmptyCondition = z.infer<typeof IsEmptyCondition>;
export type IsNullCondition = z.infer<typeof IsNullCondition>;
export type HasIdCondition = z.infer<typeof HasIdCondition>;
/** Holds for a point when one and the same element of the list at `key` fulfils the inner filter. */
export interface NestedCondition {
  nested: { key: string; filter: Filter };
}
export type Condition =
  | MatchCondition
  | RangeCondition
  | ValuesCountCondition
  | IsEmptyCondition
  | IsNullCondition
  | HasIdCondition
  | NestedCondition
  | Filter;

/** Qdrant's filter JSON: the one filter language on every engine and surface. */
export interface Filter {
  must?: Condition | Condition[] | undefined;
  should?: Condition | Condition[] | undefined;
  must_not?: Condition | Condition[] | undefined;
  min_should?: { conditions: Condition[]; min_count: number } | undefined;
}

const NestedCondition: z.ZodType<NestedCondition> = z.strictObject({
  nested: z.strictObject({ key, filter: z.lazy(() => Filter) }),
});

/** What stands for a condition, in words. */
export const CONDITION_EXPECTED =
  'expected a condition: { key, match: { value | any | except | text } }, { key, range }, { key, values_count }, { is_empty }, { is_null }, { has_id }, { nested }, or a filter in it';

const Condition: z.ZodType<Condition> = z.lazy(() =>
  z.union(
    [MatchCondition, RangeCondition, ValuesCountCondition, IsEmptyCondition, IsNullCondition, HasIdCondition, NestedCondition, Filter],
    { error: CONDITION_EXPECTED },
  ),
);

const conditions = z.union([Condition, z.array(Condition)], { error: CONDITION_EXPECTED });

export const Filter: z.ZodType<Filter> = z
  .strictObject({
    must: conditions.optional(),
    should: conditions.optional(),
    must_not: conditions.optional(),
    min_should: z.strictObject({ conditions: z.array(Condition), min_count: z.number().int().nonnegative() }).optional(),
  })
  .describe(
    'Filter in Qdrant JSON: must, should, must_not, min_should with match, range, is_empty, is_null, has_id, nested, values_count.',
  );

/** The kinds of condition by the field that tells them. */
export const CONDITIONS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['match', MatchCondition],
  ['range', RangeCondition],
  ['values_count', ValuesCountCondition],
  ['is_empty', IsEmptyCondition],
  ['is_null', IsNullCondition],
  ['has_id', HasIdCondition],
  ['nested', NestedCondition],
]);

/** The conditions of a clause, which may be written as one or as a list. */
export function conditionsOf(clause: Condition | Condition[] | undefined): readonly Condition[] {
  if (clause === undefined) return [];
  return Array.isArray(clause) ? clause : [clause];
}

/** A filter that holds where all the given ones hold; undefined when there are none. */
export function allOf(filters: readonly (Filter | undefined)[]): Filter | undefined {
  const present = filters.filter((filter) => filter !== undefined);
  if (present.length <= 1) return present[0];
  return { must: present };
}
