import type { CallContext, DocumentInput, Operations } from '@tributary/contracts';
import { TributaryError, permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { EvaluationDocument, EvaluationSet } from '../collections/evaluation-set.js';

const BATCH = 200;
const LOOK_EVERY_MS = 250;

/** What the evaluation asks of a server. */
export interface EvaluatedServer {
  readonly operations: Pick<Operations, 'search' | 'ingestDocuments' | 'listCollections'>;
  readonly call: CallContext;
}

/** Hands the documents of each set in, a collection each, and waits until all are searchable.
 *  @throws `EVAL.REFUSED` when a document is not taken, `EVAL.NOT_INDEXED` when a collection does not become ready */
export async function indexSets(sets: readonly Pick<EvaluationSet, 'name' | 'documents'>[], server: EvaluatedServer): Promise<void> {
  for (const set of sets) {
    for (let from = 0; from < set.documents.length; from += BATCH) {
      const documents = set.documents.slice(from, from + BATCH).map((document) => toInput(document, set.name));
      await handIn(documents, server);
    }
  }
  await untilSearchable(new Set(sets.map(({ name }) => name)), server);
}

async function handIn(documents: readonly DocumentInput[], { operations, call }: EvaluatedServer): Promise<void> {
  for (;;) {
    try {
      const outcomes = await operations.ingestDocuments(documents, call);
      const refused = outcomes.find(({ status }) => status === 'refused');
      if (refused)
        throw permanent('EVAL.REFUSED', `The document ${refused.id} was refused: ${refused.error?.message ?? 'no reason given'}`);
      return;
    } catch (error) {
      // Back pressure: the server says when to come again.
      if (!(error instanceof TributaryError) || error.retryAfterMs === undefined) throw error;
      await pause(error.retryAfterMs, undefined, { signal: call.signal });
    }
  }
}

async function untilSearchable(names: ReadonlySet<string>, { operations, call }: EvaluatedServer): Promise<void> {
  for (;;) {
    const touched = (await operations.listCollections(call)).filter(({ name }) => names.has(name));
    const failed = touched.find(({ status }) => status === 'failed' || status === 'stale');
    if (failed) throw permanent('EVAL.NOT_INDEXED', `${failed.name} is ${failed.status}: ${failed.status_reason ?? 'no reason given'}`);
    if (touched.length === names.size && touched.every(({ status }) => status === 'ready')) return;
    await pause(LOOK_EVERY_MS, undefined, { signal: call.signal });
  }
}

/** A document that is only a title is found by it. */
function toInput({ id, title, text }: EvaluationDocument, collection: string): DocumentInput {
  return { v: 1, collection, id, content: text.trim() === '' ? title : text, ...(title === '' ? {} : { title }) };
}
