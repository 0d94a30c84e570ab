import { namesFile } from '@tributary/engines-port';
import type { FieldFinder } from './field-finder.js';

/** A value that more of the points share tells no documents apart: they would all count as passages of one, of which an answer shows two. */
const MOST_ALIKE = 0.5;
/** Share of the pairs of document and passage number that must be different, for the number to tell passages of the document. */
const OWN_NUMBER = 0.9;

interface Candidate {
  readonly place: string;
  /** Where the number of a passage in its document stands. */
  readonly passage: string | undefined;
}

/** Whether the values at a place whose name is all that is known of it tell which document a point is of: by a passage number beside them, because they name several
 *  files or pages, or because they differ enough; what is called source is too often a kind (`chat`, `blob`, `wiki`) for that. */
export function tellsDocuments(finder: FieldFinder, { place, passage }: Candidate): boolean {
  const values = finder.names(place);
  if (passage !== undefined && areNumbered(values, finder.names(passage))) return true;
  const present = values.filter((value) => value !== undefined);
  // Makers store file after file: the first long one may fill most of the sample.
  if (nameFiles(present)) return new Set(present).size > 1;
  return !/(^|\.)source$/.test(place) && Math.max(...countsOf(present).values()) <= MOST_ALIKE * values.length;
}

/** The file that all points of a sample are of, if each says one there and the same: whether others have another, the sample cannot tell. */
export function onlyFile(finder: FieldFinder, place: string): string | undefined {
  const [first, ...others] = finder.names(place);
  return first !== undefined && namesFile(first) && others.every((value) => value === first) ? first : undefined;
}

function nameFiles(values: readonly string[]): boolean {
  return values.filter(namesFile).length > values.length / 2;
}

/** Such as `2 values in 60 points`. */
export function valuesAt(finder: FieldFinder, place: string): string {
  const present = finder.names(place).filter((value) => value !== undefined);
  const { size } = new Set(present);
  return `${size.toString()} ${size === 1 ? 'value' : 'values'} in ${present.length.toString()} points`;
}

function areNumbered(values: readonly (string | undefined)[], numbers: readonly (string | undefined)[]): boolean {
  const pairs = values.flatMap((value, at) =>
    value === undefined || numbers[at] === undefined ? [] : [JSON.stringify([value, numbers[at]])],
  );
  return pairs.length > 0 && new Set(pairs).size >= OWN_NUMBER * pairs.length;
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
