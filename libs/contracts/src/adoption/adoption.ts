import { z } from 'zod';
import { Card, CardFields } from '../cards/card.js';
import { CollectionName } from '../names/names.js';

/** How sure a finding is: `certain` follows from what the engine declares or from every point looked at, `likely` from most, `guess` is the best there is. */
export const Certainty = z.enum(['certain', 'likely', 'guess']);
export type Certainty = z.infer<typeof Certainty>;

/** One thing found out about a collection that another program made. */
export const Finding = z.object({
  what: z.enum(['vector', 'layout', 'field', 'model']),
  name: z.string().describe('Which one: the field of the card, or empty.'),
  value: z.string(),
  certainty: Certainty,
  reason: z.string(),
});
export type Finding = z.infer<typeof Finding>;

const orNone = (what: string) =>
  z.string().optional().describe(`Payload path of ${what}; dots lead into objects, an empty text means that there is none.`);

/** Where things stand, as far as the caller says so. Without the default of the card, which would read as said. */
const GivenFields = CardFields.partial().extend({
  metadata: z.string().optional(),
  document: orNone('what tells which document a point is a passage of'),
  user_id: orNone('the owner'),
  acl: orNone('the readers'),
});
export type GivenFields = z.output<typeof GivenFields>;

/** Which collections of an engine to look at, and what the caller knows better. */
export const AdoptInput = z.strictObject({
  engine: z.string().min(1).max(2048).describe('Configured name of the engine, or its URL as configured.'),
  collection: z.string().min(1).max(512).default('*').describe('The engine’s own name, or a pattern with `*`.'),
  as: CollectionName.optional().describe('Its name here; left out: its own, made fit.'),
  model: z.string().min(1).optional().describe('Configured model; left out: the one whose vectors match.'),
  vector: z.string().optional().describe('Name of the vector that is searched.'),
  fields: GivenFields.optional().describe(
    'Where text, title and the rest stand, as far as the caller knows. What is left out stays as the card has it, where the collection is adopted already.',
  ),
  description: z.string().max(2000).optional(),
  dry_run: z.boolean().default(false).describe('Only look; bind nothing.'),
});
export type AdoptInput = z.output<typeof AdoptInput>;
export type AdoptRequest = z.input<typeof AdoptInput>;

/** What was found out about one collection, and the card it was or would be bound with. */
export const AdoptedCollection = z.object({
  name: z.string().describe('Its name here.'),
  collection: z.string().describe('The engine’s own name.'),
  adopted: z.boolean(),
  points: z.number().int().nonnegative(),
  card: Card,
  findings: z.array(Finding),
  notes: z.array(z.string()).describe('What is worth knowing before it is bound, such as fields that look like owners.'),
});
export type AdoptedCollection = z.infer<typeof AdoptedCollection>;

export const AdoptAnswer = z.object({
  engine: z.string(),
  collections: z.array(AdoptedCollection),
  refused: z
    .array(z.object({ collection: z.string(), code: z.string(), message: z.string() }))
    .describe('Collections that fit the pattern and cannot be bound.'),
});
export type AdoptAnswer = z.infer<typeof AdoptAnswer>;
