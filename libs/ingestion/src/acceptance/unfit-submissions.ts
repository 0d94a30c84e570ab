import type { Principal } from '@tributary/contracts';
import { mayRead, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { decodeDocumentKey, permanent } from '@tributary/kernel';
import { requireKeepable } from '../adopted/check-adopted.js';
import type { Submission } from './candidate-of.js';
import { idTaken } from './id-taken.js';
import { onTakenPoints } from './taken-points.js';

interface HandedIn {
  readonly submissions: readonly Submission[];
  readonly writer?: Principal | undefined;
}

/** Why it is refused. */
export interface Unfit {
  readonly refused: unknown;
}

/** What a collection cannot keep as it is meant, each with why: its place holds a point of another document, or its vector is of another dimension. */
export async function unfitSubmissions(
  { engines }: { readonly engines: Engines },
  record: CollectionRecord,
  { submissions, writer }: HandedIn,
): Promise<ReadonlyMap<Submission, Unfit>> {
  const taken = new Set(await onTakenPoints(submissions, record, engines));
  const unfit = new Map<Submission, Unfit>();
  for (const submission of submissions) {
    const { key, collection } = submission;
    const why = taken.has(submission) ? { refused: idTaken(decodeDocumentKey(key), collection) } : misfit(record, submission, writer);
    if (why !== undefined) unfit.set(submission, why);
  }
  return unfit;
}

function misfit(record: CollectionRecord, { pending }: Submission, writer: Principal | undefined): Unfit | undefined {
  if (pending === undefined) return undefined;
  try {
    if (record.adopted !== undefined) requireKeepable(record, pending);
  } catch (error) {
    return { refused: error };
  }
  const { vector } = pending;
  if (vector === undefined || vector.length === record.card.model.dimension) return undefined;
  return { refused: mismatch(record, vector.length, writer) };
}

/** Who may not know of the collection does not learn what it holds. */
function mismatch(record: CollectionRecord, given: number, writer: Principal | undefined): Error {
  const { name: collection, card } = record;
  const { name, dimension } = card.model;
  if (writer === undefined || mayRead(writer, record)) {
    const message = `${collection} holds vectors of ${dimension.toString()} dimensions, made by ${name}, and got one of ${given.toString()}: make it with that model, or give the text.`;
    return permanent('ENGINE.DIMENSION_MISMATCH', message);
  }
  const message = `${collection} takes no vector of ${given.toString()} dimensions: give the text alone, or store it elsewhere.`;
  return permanent('ENGINE.DIMENSION_MISMATCH', message);
}
