import type { ParityReport } from '@tributary/contracts';
import { readDocuments } from '@tributary/engines-port';
import { batches, listBoth } from '../copy/copy-pass.js';
import {
  isSameFence,
  type CopiedDocument,
  type ListedDocument,
  type MigrationSource,
  type WantedDocument,
} from '../copy/migration-source.js';
import { nearestIn, type Generation } from '../copy/read-points.js';
import { DifferenceList, type VectorParity } from './difference-list.js';
import { ASKED, overlapOf } from './overlap.js';

/** Stored vectors that both sides are asked for. */
const QUERIES = 200;
const LEAST_OVERLAP = 0.99;
/** What rounding takes from or adds to a length of 1. */
const UNIT_TOLERANCE = 1e-5;
/** How often documents that are being written just then are looked at again. */
const LOOKS = 5;

interface Proof {
  readonly source: MigrationSource;
  readonly target: Generation;
  readonly vectors: VectorParity;
  /** False where the source looks for the nearest by another distance: then only vectors of length 1 have the same nearest on both sides. */
  readonly isRankedAlike: boolean;
  readonly signal: AbortSignal;
  readonly onBatch: (progress: { readonly done: number; readonly total: number }) => Promise<void>;
}

interface Checked extends Proof {
  readonly list: DifferenceList;
  readonly sampler: Sampler;
}

/** Compares every point on both sides, then the nearest ten of stored vectors, where these are the same. */
export async function proveParity(proof: Proof): Promise<ParityReport> {
  const { source, target, signal } = proof;
  const listed = await listBoth(source, target, signal);
  const list = new DifferenceList(proof.vectors);
  const points = [...listed.values()].reduce((sum, document) => sum + document.points, 0);
  const sampler = new Sampler(Math.max(1, Math.floor(points / QUERIES)));
  await compareAll({ ...proof, list, sampler }, listed);
  const isComparable = proof.vectors !== 'made-anew' && (proof.isRankedAlike || sampler.areUnit);
  const overlap = await compareNearest({ source, target, signal }, isComparable ? sampler.vectors : []);
  return { ...list.counts, ...overlap, differences: list.differences };
}

/** True when the target may answer in the place of the source. */
export function isEqual({ missing, extra, changed, vectors_off, overlap }: ParityReport): boolean {
  return missing + extra + changed + vectors_off === 0 && overlap >= LEAST_OVERLAP;
}

async function compareAll(proof: Checked, listed: ReadonlyMap<string, ListedDocument>): Promise<void> {
  let ids: readonly string[] = [...listed.keys()].sort();
  for (let look = 1; ids.length > 0; look++) {
    const inFlight: string[] = [];
    let done = 0;
    for (const batch of batches(ids, listed)) {
      proof.signal.throwIfAborted();
      inFlight.push(...(await compareBatch(proof, batch)));
      done += batch.length;
      if (look === 1) await proof.onBatch({ done, total: ids.length });
    }
    if (look < LOOKS) ids = inFlight;
    else {
      for (const id of inFlight) proof.list.missing(`the version of ${listed.get(id)?.key ?? id} that the source has`);
      return;
    }
  }
}

/** @returns the documents that differ in version, or are being written just now */
async function compareBatch({ source, target, list, sampler, signal }: Checked, ids: readonly string[]): Promise<readonly string[]> {
  const known = await target.engine.fences(target.name, ids, { signal });
  const fences = await source.fences(ids, known);
  const wanted = ids.flatMap((docId, i): readonly WantedDocument[] => {
    const fence = fences[i];
    return fence?.deleted === false && isSameFence(fence, known[i]) ? [{ docId, fence }] : [];
  });
  const documents = wanted.length === 0 ? [] : await source.read(wanted, signal);
  const stored = await readDocuments(
    target,
    documents.map(({ docId }) => docId),
    signal,
  );
  const after = await target.engine.fences(
    target.name,
    documents.map(({ docId }) => docId),
    { signal },
  );
  const settled = new Set(ids.filter((_, i) => isGone(fences[i]) && isGone(known[i])));
  documents.forEach((document, i) => {
    if (!isSameFence(after[i], { ...document, deleted: false })) return;
    settled.add(document.docId);
    list.compare(document, stored.get(document.docId) ?? []);
    sampler.see(document);
  });
  return ids.filter((id) => !settled.has(id));
}

function isGone(fence: { readonly deleted: boolean } | undefined): boolean {
  return fence === undefined || fence.deleted;
}

/** Takes every n-th vector that has a direction. */
class Sampler {
  readonly vectors: Float32Array[] = [];
  /** Whether all that were seen are of length 1. */
  areUnit = true;
  readonly #every: number;
  #seen = 0;

  constructor(every: number) {
    this.#every = every;
  }

  see({ points }: CopiedDocument): void {
    for (const { vector } of points) {
      if (vector === undefined) continue;
      const length = Math.hypot(...vector);
      if (Math.abs(length - 1) > UNIT_TOLERANCE) this.areUnit = false;
      if (length === 0) continue;
      if (this.#seen++ % this.#every === 0 && this.vectors.length < QUERIES) this.vectors.push(vector);
    }
  }
}

async function compareNearest(
  { source, target, signal }: Pick<Proof, 'source' | 'target' | 'signal'>,
  vectors: readonly Float32Array[],
): Promise<Pick<ParityReport, 'queries' | 'overlap'>> {
  let shared = 0;
  let of = 0;
  for (const vector of vectors) {
    const [mine, theirs] = await Promise.all([source.nearest(vector, ASKED, signal), nearestIn(target, { vector, limit: ASKED }, signal)]);
    const overlap = overlapOf(mine, theirs);
    shared += overlap.shared;
    of += overlap.of;
  }
  return { queries: vectors.length, overlap: of === 0 ? 1 : shared / of };
}
