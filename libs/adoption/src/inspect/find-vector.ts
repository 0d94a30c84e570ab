import type { CardModel, Finding } from '@tributary/contracts';
import type { ForeignCollection, ForeignPoint, VectorField } from '@tributary/engines-port';

/** The vector that is searched. */
export interface FoundVector {
  readonly name: string;
  readonly dimension: number;
  readonly distance: CardModel['distance'];
  readonly finding: Finding;
}

/** Chooses the dense vector to search: the one that is named, the only one, or the one most points have. Undefined when there is none that can be searched. */
export function findVector(
  { vectors }: Pick<ForeignCollection, 'vectors'>,
  points: readonly Pick<ForeignPoint, 'vectors'>[],
  wanted: string | undefined,
): FoundVector | undefined {
  const dense = vectors.filter(({ kind, distance, name }) => kind === 'dense' && distance !== 'manhattan' && (wanted ?? name) === name);
  const counted = dense.map((field) => ({ field, share: shareOf(field, points) })).sort((a, b) => b.share - a.share);
  const [best, second] = counted;
  if (best === undefined) return undefined;
  const dimension = best.field.dimension ?? dimensionIn(best.field, points);
  if (dimension === undefined) return undefined;
  const { name, distance } = best.field;
  const certainty = wanted !== undefined || second === undefined ? 'certain' : best.share > second.share ? 'likely' : 'guess';
  const reason =
    wanted !== undefined ? 'as you said' : second === undefined ? 'the only one' : `${counted.length.toString()} to choose from`;
  return {
    name,
    dimension,
    distance: distance === 'dot' || distance === 'euclid' ? distance : 'cosine',
    finding: {
      what: 'vector',
      name: '',
      value: `${name === '' ? '(unnamed)' : name}, ${dimension.toString()} dimensions, ${distance ?? 'cosine'}`,
      certainty,
      reason,
    },
  };
}

function shareOf({ name }: VectorField, points: readonly Pick<ForeignPoint, 'vectors'>[]): number {
  return points.filter(({ vectors }) => vectors.has(name)).length / Math.max(1, points.length);
}

function dimensionIn({ name }: VectorField, points: readonly Pick<ForeignPoint, 'vectors'>[]): number | undefined {
  for (const { vectors } of points) {
    const vector = vectors.get(name);
    if (vector !== undefined) return vector.length;
  }
  return undefined;
}
