import { Card } from '@tributary/contracts';
import { z } from 'zod';

const Generation = z.number().int().positive();

/** Where a generation lies, when that is not the engine of the record. */
const GenerationPlace = z.object({
  generation: Generation,
  engine: z.string().describe('Configured name of the engine.'),
  card: Card.optional().describe('Its card, where it is not the one of the record.'),
  behind: z
    .boolean()
    .optional()
    .describe('A write did not reach it: it gets no more of them, and cannot answer, until it is compared again.'),
});

/** What answered before the last move. */
const PreviousGeneration = z.object({
  generation: Generation,
  engine: z.string(),
  card: Card,
  adopted: z.string().optional(),
  until: z.number().int().describe('Kept until then, in milliseconds since the epoch.'),
});

/** A collection of another program. */
const Original = z.object({
  engine: z.string().describe('Configured name of the engine.'),
  name: z.string().describe('Its engine’s name for it.'),
  points: z.number().int().nonnegative().optional().describe('It had when its content was moved; absent where that was not noted.'),
});

/** What the catalog knows of a collection: where it lives, which generation answers, which are being built. */
export const CollectionRecord = z.object({
  v: z.literal(1).default(1),
  name: z.string(),
  engine: z.string().describe('Configured name of the engine of the generation that answers.'),
  card: Card,
  generation: Generation.describe('The generation that answers.'),
  building: z.array(Generation).default([]).describe('Generations that receive every write and do not answer yet.'),
  places: z.array(GenerationPlace).optional().describe('Generations being built; one that is not listed lies on `engine`.'),
  previous: PreviousGeneration.optional(),
  last: Generation.optional().describe('The greatest number a generation has had, where that one was let go: none takes it again.'),
  originals: z
    .array(Original)
    .optional()
    .describe('Collections of other programs whose content was moved here: they stay as they are, and this one answers for them.'),
  answered_by: z
    .string()
    .optional()
    .describe('Of a collection that was merely found, never kept: the one that its content was moved to and that answers for it.'),
  parted: z
    .literal(true)
    .optional()
    .describe('Of one with `answered_by`: it has another number of points than when its content was moved, so that its maker goes on.'),
  epoch: z.number().int().nonnegative().default(0).describe('Counts removals; a job of an older epoch is skipped.'),
  adopted: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The engine’s own name of a collection that Tributary did not make: read under that name, never written or dropped by generation.',
    ),
  users: z
    .array(z.string())
    .optional()
    .describe('Those whose own sources it was made for: others learn of it only by the scope admin, or by a grant that names it.'),
  known_to: z
    .array(z.string())
    .optional()
    .describe(
      'Of one that a user made: he, and whoever may have read something in it, named as in lists of readers. Others learn of it only by the scope admin, or by a grant that names it.',
    ),
  described_by: z
    .string()
    .optional()
    .describe(
      'The user or token that made it or wrote its description, where that is neither the owner nor one with the scope admin: it may write another one, which stands in the instructions of no other assistant.',
    ),
  unmapped: z
    .literal(true)
    .optional()
    .describe(
      'It was moved from a collection of another program whose card said neither owner nor readers, and stays closed to users as that was.',
    ),
  removed: z.boolean().default(false),
  removed_at: z
    .number()
    .int()
    .optional()
    .describe('When it was removed, in milliseconds since the epoch; left out by earlier versions, and while a move reserves the name.'),
  settled: z.literal(true).optional().describe('Its removal has left nothing: lists leave it out, and it is forgotten after a month.'),
});
export type CollectionRecord = z.infer<typeof CollectionRecord>;

/** The greatest numbers of collections that were forgotten: one that is made later is none of theirs, whatever is still told of them somewhere. */
export const ForgottenCollections = z.object({
  v: z.literal(1).default(1),
  generation: z.number().int().nonnegative(),
  epoch: z.number().int().nonnegative(),
});
export type ForgottenCollections = z.infer<typeof ForgottenCollections>;

/** The record of one that is there again, or begins to answer. */
export function revived({ removed_at: _when, settled: _over, ...record }: CollectionRecord): CollectionRecord {
  return { ...record, removed: false };
}

/** A generation that takes writes. */
export interface Place {
  readonly generation: number;
  /** Configured name of the engine. */
  readonly engine: string;
  /** Physical name. */
  readonly name: string;
  readonly answers: boolean;
  /** It missed a write and is left out until it is compared again. */
  readonly behind: boolean;
}

/** The engine’s name of a generation. */
export function physicalName(collection: string, generation: number): string {
  return `${collection}__g${generation.toString()}`;
}

/** Collection and number of a generation by the engine’s name; undefined where that is none of a generation. */
export function generationNamed(physical: string): { readonly name: string; readonly generation: number } | undefined {
  const [, name, generation] = /^(.+)__g(\d+)$/.exec(physical) ?? [];
  return name === undefined ? undefined : { name, generation: Number(generation) };
}

/** The engine’s name of what answers for a collection. */
export function answeringName({ name, generation, adopted }: CollectionRecord): string {
  return adopted ?? physicalName(name, generation);
}

/** True when the content of that collection of another program was moved to this one. */
export function isMovedFrom({ originals = [], previous }: CollectionRecord, engine: string, name: string): boolean {
  // Records of former moves name the last place alone.
  const known = previous?.adopted === undefined ? originals : [...originals, { engine: previous.engine, name: previous.adopted }];
  return known.some((one) => one.engine === engine && one.name === name);
}

/** True when that collection of another program has another number of points than when its content was moved to this one. */
export function hasParted({ originals = [] }: CollectionRecord, { engine, name, points }: OriginalNow): boolean {
  return originals.some((one) => one.engine === engine && one.name === name && one.points !== undefined && one.points !== points);
}

interface OriginalNow {
  readonly engine: string;
  readonly name: string;
  readonly points: number;
}

/** Where writes go: the generation that answers first, then those being built. An adopted collection itself takes none. */
export function writablePlaces(record: CollectionRecord): readonly Place[] {
  const { name, engine, generation, building, places = [], adopted } = record;
  const own = { generation, engine, name: physicalName(name, generation), answers: true, behind: false };
  const built = building.map((number) => {
    const place = places.find((one) => one.generation === number);
    const behind = place?.behind === true;
    return { generation: number, engine: place?.engine ?? engine, name: physicalName(name, number), answers: false, behind };
  });
  return adopted === undefined ? [own, ...built] : built;
}

/** True where nothing says whose the rows are: another program made them, and its card maps neither owner nor readers. */
export function isUnmapped({ adopted, unmapped, card: { fields } }: Pick<CollectionRecord, 'adopted' | 'unmapped' | 'card'>): boolean {
  return adopted === undefined ? unmapped === true : fields?.user_id === undefined && fields?.acl === undefined;
}

/** The greatest number a generation of this collection has had; the next one is greater. */
export function lastGeneration({ generation, building, previous, last = 0 }: CollectionRecord): number {
  return Math.max(generation, previous?.generation ?? 0, last, ...building);
}

/** A record that lets a generation go, with the number of the last one: what may be left of it is never taken for another generation. */
export function lettingGo(before: CollectionRecord, after: CollectionRecord): CollectionRecord {
  const last = lastGeneration(before);
  return last > lastGeneration(after) ? { ...after, last } : after;
}
