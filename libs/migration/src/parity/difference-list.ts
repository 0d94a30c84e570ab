import type { ParityReport } from '@tributary/contracts';
import type { FullPoint } from '@tributary/engines-port';
import { canonicalJson } from '../copy/canonical-json.js';
import type { CopiedDocument } from '../copy/migration-source.js';
import { compareVectors } from './compare-vectors.js';

const NAMED = 20;

/** What must hold of the vectors of both sides: equal element by element, equal in direction, or nothing since they are by different models. */
export type VectorParity = 'equal' | 'directions' | 'made-anew';

/** Counts what differs between documents of the source and the target, and names the first differences. */
export class DifferenceList {
  readonly #vectors: VectorParity;
  readonly counts = {
    documents: 0,
    points: 0,
    missing: 0,
    extra: 0,
    changed: 0,
    vectors: 0,
    vectors_off: 0,
    vectors_normalised: 0,
    largest_difference: 0,
    without_vector: 0,
  } satisfies Partial<ParityReport>;
  readonly differences: string[] = [];

  constructor(vectors: VectorParity) {
    this.#vectors = vectors;
  }

  get isEmpty(): boolean {
    const { missing, extra, changed, vectors_off } = this.counts;
    return missing + extra + changed + vectors_off === 0;
  }

  compare(document: CopiedDocument, stored: readonly FullPoint[]): void {
    this.counts.documents++;
    const found = new Map(stored.map((point) => [point.id, point]));
    for (const point of document.points) {
      const other = found.get(point.id);
      found.delete(point.id);
      this.counts.points++;
      if (other === undefined) this.missing(point.payload.original_id);
      else this.#comparePoint(point, other);
    }
    for (const { payload } of found.values()) this.extra(payload.original_id);
  }

  missing(what: string): void {
    this.counts.missing++;
    this.#name(`${what}: the target lacks it`);
  }

  extra(what: string): void {
    this.counts.extra++;
    this.#name(`${what}: only the target has it`);
  }

  #comparePoint(source: FullPoint, target: FullPoint): void {
    const what = source.payload.original_id;
    const fields = differingFields(source.payload, target.payload);
    if (fields.length > 0) {
      this.counts.changed++;
      this.#name(`${what}: ${fields.join(', ')} differ`);
    }
    if (target.vector === undefined) this.counts.without_vector++;
    if (this.#vectors !== 'made-anew') this.#compareVectors(what, source.vector, target.vector);
  }

  #compareVectors(what: string, source: Float32Array | undefined, target: Float32Array | undefined): void {
    if (source === undefined && target === undefined) return;
    const { counts } = this;
    counts.vectors++;
    if (source === undefined || target === undefined) {
      counts.vectors_off++;
      this.#name(`${what}: only the ${source === undefined ? 'target' : 'source'} has a vector`);
      return;
    }
    const { verdict, difference } = compareVectors(source, target, { directionsOnly: this.#vectors === 'directions' });
    if (verdict === 'different') {
      counts.vectors_off++;
      this.#name(`${what}: its vectors differ by ${difference.toPrecision(3)} in an element`);
      return;
    }
    if (verdict === 'normalised') counts.vectors_normalised++;
    counts.largest_difference = Math.max(counts.largest_difference, difference);
  }

  #name(difference: string): void {
    if (this.differences.length < NAMED) this.differences.push(difference);
  }
}

function differingFields(source: object, target: object): readonly string[] {
  const [a, b] = [new Map(Object.entries(source)), new Map(Object.entries(target))];
  return [...new Set([...a.keys(), ...b.keys()])].filter((field) => canonicalJson(a.get(field)) !== canonicalJson(b.get(field)));
}
