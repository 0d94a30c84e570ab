import type { Schemas } from '@qdrant/js-client-rest';
import type { VectorField } from '@tributary/engines-port';
import { z } from 'zod';

const Params = z.object({
  size: z.number(),
  distance: z.enum(['Cosine', 'Dot', 'Euclid', 'Manhattan']),
  multivector_config: z.unknown().optional(),
});
const NamedParams = z.record(z.string(), Params);

const DISTANCES = { Cosine: 'cosine', Dot: 'dot', Euclid: 'euclid', Manhattan: 'manhattan' } as const;

/** The vectors of a collection: one without a name has the name "". */
export function vectorFieldsOf({ vectors, sparse_vectors }: Schemas['CollectionParams']): readonly VectorField[] {
  const unnamed = Params.safeParse(vectors);
  const named = unnamed.success ? { '': unnamed.data } : NamedParams.parse(vectors ?? {});
  const dense = Object.entries(named).map(([name, { size, distance, multivector_config }]): VectorField => ({
    name,
    kind: multivector_config === undefined || multivector_config === null ? 'dense' : 'multi',
    dimension: size,
    distance: DISTANCES[distance],
  }));
  return [...dense, ...Object.keys(sparse_vectors ?? {}).map((name): VectorField => ({ name, kind: 'sparse' }))];
}

const Dense = z.array(z.number());
const Named = z.record(z.string(), z.unknown());

/** The dense vectors of a point by name. */
export function denseVectorsOf({ vector }: { readonly vector?: unknown }): ReadonlyMap<string, Float32Array> {
  const unnamed = Dense.safeParse(vector);
  if (unnamed.success) return new Map([['', Float32Array.from(unnamed.data)]]);
  const named = Named.safeParse(vector ?? {});
  return new Map(
    Object.entries(named.data ?? {}).flatMap(([name, value]) => {
      const dense = Dense.safeParse(value);
      return dense.success ? [[name, Float32Array.from(dense.data)] as const] : [];
    }),
  );
}
