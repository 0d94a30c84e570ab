import type { CallContext, DocumentInput, Operations } from '@tributary/contracts';
import { TributaryError, permanent } from '@tributary/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { contentOf, type EvaluationDocument, type EvaluationSet } from '../collections/evaluation-set.js';

const BATCH = 200;
const LOOK_EVERY_MS = 250;
/** Sets hold documents in which there is nothing to read. No lane finds such a one wherever it lies, so a set without it measures the same. */
const NOTHING_TO_READ = 'DOCUMENT.NO_TEXT';

/** What the evaluation asks of a server. */
export interface EvaluatedServer {
  readonly operations: Pick<Operations, 'search' | 'ingestDocuments' | 'listCollections'>;
  readonly call: CallContext;
}

type Documents = Pick<EvaluationSet, 'name' | 'documents'>;

/** Hands the documents of each set in, a collection each, and waits until all are searchable.
 *  @throws `EVAL.REFUSED` when a document with a text is not taken, `EVAL.NOT_INDEXED` when a collection does not become ready */
export function indexSets(sets: readonly Documents[], server: EvaluatedServer): Promise<void> {
  return index(inputsOf(sets), server);
}

/** The same for parts of one set, whose documents are handed in in the order of the whole: of passages that say the same the one accepted first leads, and cutting a
 *  set must not change which one that is. */
export function indexParts(parts: readonly Documents[], whole: Documents, server: EvaluatedServer): Promise<void> {
  const order = new Map(whole.documents.map(({ id }, at) => [id, at]));
  const inOrder = inputsOf(parts).sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return index(inOrder, server);
}

async function index(inputs: readonly DocumentInput[], server: EvaluatedServer): Promise<void> {
  const taken = new Set<string>();
  for (let from = 0; from < inputs.length; from += BATCH)
    for (const { collection } of await handIn(inputs.slice(from, from + BATCH), server)) taken.add(collection);
  await untilSearchable(taken, server);
}

function inputsOf(sets: readonly Documents[]): DocumentInput[] {
  return sets.flatMap(({ name, documents }) => documents.map((document) => toInput(document, name)));
}

/** @returns those that were taken */
async function handIn(documents: readonly DocumentInput[], { operations, call }: EvaluatedServer): Promise<readonly DocumentInput[]> {
  for (;;) {
    try {
      const outcomes = await operations.ingestDocuments(documents, call);
      const refused = outcomes.find(({ status, error }) => status === 'refused' && error?.code !== NOTHING_TO_READ);
      if (refused)
        throw permanent('EVAL.REFUSED', `The document ${refused.id} was refused: ${refused.error?.message ?? 'no reason given'}`);
      return documents.filter((_, at) => outcomes[at]?.status !== 'refused');
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

function toInput(document: EvaluationDocument, collection: string): DocumentInput {
  const { id, title } = document;
  return { v: 1, collection, id, content: contentOf(document), ...(title === '' ? {} : { title }) };
}
