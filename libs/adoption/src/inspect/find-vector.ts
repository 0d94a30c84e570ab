import type { CardModel, Finding } from '@tributary/contracts';
import type { ForeignCollection, ForeignPoint, VectorField } from '@tributary/engines-port';

/** The vector that is searched. */
export interface FoundVector {
  readonly name: string;
  readonly dimension: number;
  readonly distance: CardModel['distance'];
  readonly finding: Finding;
}

/** The dense vectors that may be the one to search: the one that is named, the only one, or those most points have. Empty when none can be searched. */
export function findVectors(
  { vectors }: Pick<ForeignCollection, 'vectors'>,
  points: readonly Pick<ForeignPoint, 'vectors'>[],
  wanted: string | undefined,
): readonly FoundVector[] {
  const dense = vectors.filter(({ kind, distance, name }) => kind === 'dense' && distance !== 'manhattan' && (wanted ?? name) === name);
  const counted = dense.map((field) => ({ field, share: shareOf(field, points) })).sort((a, b) => b.share - a.share);
  const best = counted.filter(({ share }) => share === counted[0]?.share);
  const certainty = wanted !== undefined || counted.length === 1 ? 'certain' : best.length === 1 ? 'likely' : 'guess';
  const reason =
    wanted !== undefined ? 'as you said' : counted.length === 1 ? 'the only one' : `${counted.length.toString()} to choose from`;
  return best.flatMap(({ field }) => foundVector(field, points, { certainty, reason }));
}

/** The same vector, of several, once a model is known that makes it. */
export function madeBy({ finding, ...vector }: FoundVector, model: string): FoundVector {
  const reason = `${finding.reason}: the one that ${model} makes of the text`;
  return { ...vector, finding: { ...finding, certainty: 'likely', reason } };
}

function foundVector(
  field: VectorField,
  points: readonly Pick<ForeignPoint, 'vectors'>[],
  why: Pick<Finding, 'certainty' | 'reason'>,
): readonly FoundVector[] {
  const { name, distance } = field;
  const dimension = field.dimension ?? dimensionIn(field, points);
  if (dimension === undefined) return [];
  const value = `${name === '' ? '(unnamed)' : name}, ${dimension.toString()} dimensions, ${distance ?? 'cosine'}`;
  const known = distance === 'dot' || distance === 'euclid' ? distance : 'cosine';
  return [{ name, dimension, distance: known, finding: { what: 'vector', name: '', value, ...why } }];
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
