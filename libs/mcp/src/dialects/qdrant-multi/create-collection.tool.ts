import { CollectionName, CreateCollectionInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';
import { defineDialectTool, type Tool } from '../../tools/tool.js';
import { structuredResult } from '../structured-result.js';

const DISTANCES = { cosine: 'cosine', dot: 'dot', euclid: 'euclid' } as const;
/** What a vector without a name is called, as in our own collections. */
const DEFAULT_NAME = 'dense';

const Vector = z.strictObject({
  size: z.number().int().min(1).max(65_536).describe('Dimension; must be the one of the model.'),
  distance: z.string().max(20).default('Cosine').describe('Cosine, Dot or Euclid.'),
});
type Vector = z.infer<typeof Vector>;

const Output = z.object({
  status: z.literal('created'),
  name: z.string(),
  vector: z.string(),
  size: z.number().int(),
  model: z.string(),
  engine: z.string(),
});
type Output = z.infer<typeof Output>;

export function createCollectionTool(): Tool {
  return defineDialectTool({
    name: 'create_collection',
    title: 'Create a collection',
    description:
      'Make an empty collection. vectors names its dense vector: { "<name>": { "size": 384, "distance": "Cosine" } }; sparse vectors for words come by themselves. Left out: what the configured model makes.',
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: false },
    input: z.strictObject({
      name: CollectionName,
      vectors: z.union([Vector, z.record(z.string().min(1).max(128), Vector)]).default({}),
      description: z.string().max(2000).optional().describe('What it is to hold.'),
      model: z
        .string()
        .min(1)
        .max(128)
        .optional()
        .describe('Configured name of the embedding model; left out: the one of this size by the configuration.'),
    }),
    published: { vectors: z.record(z.string(), Vector).optional() },
    output: Output,
    run: async ({ vectors, ...rest }, { operations, context }): Promise<Output> => {
      const vector = vectorOf(vectors);
      const input = parseArguments(CreateCollectionInput, { ...rest, ...(vector === undefined ? {} : { vector }) });
      const { name, model, engine } = await operations.createCollection(input, context);
      return { status: 'created', name, vector: vector?.name ?? DEFAULT_NAME, size: model.dimension, model: model.name, engine };
    },
    toResult: structuredResult,
  });
}

function vectorOf(vectors: Vector | Readonly<Record<string, Vector>>) {
  const unnamed = Vector.safeParse(vectors);
  const [entry, ...more] = unnamed.success ? [[DEFAULT_NAME, unnamed.data] as const] : namedVectors(vectors);
  if (entry === undefined) return undefined;
  if (more.length > 0) {
    throw permanent('REQUEST.INVALID', 'vectors: a collection has one dense vector; make a collection for each of the others.');
  }
  const [name, { size: dimension, distance }] = entry;
  return { name, dimension, distance: distanceOf(distance) };
}

function namedVectors(vectors: Vector | Readonly<Record<string, Vector>>): readonly (readonly [string, Vector])[] {
  return Object.entries(vectors).flatMap(([name, vector]) => (typeof vector === 'object' ? [[name, vector] as const] : []));
}

function distanceOf(written: string) {
  const name = written.toLowerCase();
  if (name === 'cosine' || name === 'dot' || name === 'euclid') return DISTANCES[name];
  throw permanent('REQUEST.INVALID', `vectors: the distance is Cosine, Dot or Euclid, not ${written}.`);
}
