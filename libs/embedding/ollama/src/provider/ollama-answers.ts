import { z } from 'zod';

/** `GET /api/tags`: the models that are there, with the digest of each. */
export const Tags = z.object({
  models: z.array(z.object({ name: z.string(), model: z.string().optional(), digest: z.string().default('') })),
});

/** `POST /api/show`: what the model file says, such as `bert.embedding_length`. */
export const Show = z.object({ model_info: z.record(z.string(), z.unknown()).default({}) });

/** `POST /api/embed`. */
export const Embeddings = z.object({ embeddings: z.array(z.array(z.unknown())) });

/** Whether a listed name is the one asked for; a name without a tag means `latest`. */
export function isModel(listed: string, wanted: string): boolean {
  return withTag(listed) === withTag(wanted);
}

function withTag(name: string): string {
  return name.lastIndexOf(':') > name.lastIndexOf('/') ? name : `${name}:latest`;
}

/** Length of the model's vectors by its file; undefined where it does not say. */
export function embeddingLength({ model_info }: z.infer<typeof Show>): number | undefined {
  const lengths = Object.entries(model_info).flatMap(([key, value]) =>
    key.endsWith('.embedding_length') && typeof value === 'number' && Number.isInteger(value) && value > 0 ? [value] : [],
  );
  return lengths[0];
}
