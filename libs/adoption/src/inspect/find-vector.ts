import type { CardModel, Finding } from '@tributary/contracts';
import type { ForeignCollection, ForeignPoint, VectorField } from '@tributary/engines-port';

/** Share of the points that must have a vector for it to be chosen where others have more. */
const MANY = 0.5;

/** The vector that is searched. */
export interface FoundVector {
  readonly name: string;
  readonly dimension: number;
  readonly distance: CardModel['distance'];
  /** Of the points looked at, 0 to 1. */
  readonly share: number;
  readonly finding: Finding;
}

/** The dense vectors that may be the one to search: the one that is named, the only one, or those that at least half of the points have, the greatest share first.
 *  Empty when none can be searched. */
export function findVectors(
  { vectors }: Pick<ForeignCollection, 'vectors'>,
  points: readonly Pick<ForeignPoint, 'vectors'>[],
  wanted: string | undefined,
): readonly FoundVector[] {
  const dense = vectors.filter(({ kind, distance, name }) => kind === 'dense' && distance !== 'manhattan' && (wanted ?? name) === name);
  const counted = dense.map((field) => ({ field, share: shareOf(field, points) })).sort((a, b) => b.share - a.share);
  const most = counted[0]?.share ?? 0;
  const many = counted.filter(({ share }) => share >= Math.min(most, MANY));
  const isAhead = counted.filter(({ share }) => share === most).length === 1;
  const reason =
    wanted !== undefined ? 'as you said' : counted.length === 1 ? 'the only one' : `${counted.length.toString()} to choose from`;
  return many.flatMap(({ field, share }, at) => {
    const certainty = wanted !== undefined || counted.length === 1 ? 'certain' : isAhead && at === 0 ? 'likely' : 'guess';
    return foundVector(field, points, { share, why: { certainty, reason } });
  });
}

/** The vectors that could be searched instead, and how, and which points the one that is searched leaves out. */
export function vectorNotes({ name, share }: FoundVector, vectors: readonly FoundVector[]): readonly string[] {
  const others = vectors
    .filter((vector) => vector.name !== name)
    .map((vector) => `${called(vector)} (on ${percent(vector.share)} of the points)`);
  return [
    ...(share === 1
      ? []
      : [`${percent(share)} of the points have the vector ${called({ name })}: the others are found by their words only.`]),
    ...(others.length === 0 ? [] : [`Vectors that could be searched instead: ${others.join(', ')}. Choose one with --vector NAME.`]),
  ];
}

function called({ name }: Pick<VectorField, 'name'>): string {
  return name === '' ? '(unnamed)' : name;
}

function percent(share: number): string {
  return `${Math.round(share * 100).toString()} %`;
}

/** The same vector, of several, once a model is known that makes it. */
export function madeBy({ finding, ...vector }: FoundVector, model: string): FoundVector {
  const reason = `${finding.reason}: the one that ${model} makes of the text`;
  return { ...vector, finding: { ...finding, certainty: 'likely', reason } };
}

function foundVector(
  field: VectorField,
  points: readonly Pick<ForeignPoint, 'vectors'>[],
  { share, why }: { readonly share: number; readonly why: Pick<Finding, 'certainty' | 'reason'> },
): readonly FoundVector[] {
  const { name, distance } = field;
  const dimension = field.dimension ?? dimensionIn(field, points);
  if (dimension === undefined) return [];
  const value = `${called(field)}, ${dimension.toString()} dimensions, ${distance ?? 'cosine'}`;
  const known = distance === 'dot' || distance === 'euclid' ? distance : 'cosine';
  return [{ name, dimension, distance: known, share, finding: { what: 'vector', name: '', value, ...why } }];
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
