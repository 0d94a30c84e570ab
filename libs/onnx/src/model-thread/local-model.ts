import { stat } from 'node:fs/promises';
import { MIB, toErrorRecord } from '@tributary/kernel';
import type { ModelOwner } from '../owner/model-owner.js';
import type { ThreadModel } from '../thread/messages.js';
import { ModelThread } from './model-thread.js';

/** Bigger models are held once: a query then waits for the batch that is under way, since a second copy would cost too much memory. */
const BYTES_HELD_TWICE = 256 * MIB;
/** What a thread is loaded with before somebody waits for it. */
const WARM_UP = { texts: ['a'], isUrgent: true };
/** Where an ONNX file keeps its numbers when it is not in itself. */
const DATA_FILES = ['_data', '.data'];

interface LocalModelParts<Description> {
  readonly owner: ModelOwner;
  /** Reads what the files of the model say of it. */
  readonly read: () => Promise<Description>;
  readonly toThread: (description: Description) => ThreadModel;
}

/** A model in a local folder: its files are read when it is first described, it is loaded on a thread of its own with the first text, and again after it
 *  was closed or its thread ended. Queries have a thread of their own beside that of documents, unless the model is big. */
export class LocalModel<Description> {
  readonly #parts: LocalModelParts<Description>;
  #read: Promise<Description> | undefined;
  readonly #threads = new Map<'documents' | 'queries', ModelThread>();
  #isSmall: Promise<boolean> | undefined;

  constructor(parts: LocalModelParts<Description>) {
    this.#parts = parts;
  }

  /** What the files say; asked again after a failure, since somebody may have put them there. */
  describe(): Promise<Description> {
    this.#read ??= this.#parts.read().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    return this.#read;
  }

  /** The thread for documents, or the one for what a search waits for; of a big model there is one for both. A query that comes first while documents' thread
   *  is loaded goes there: it has no time to wait for a second session, which is loaded meanwhile. */
  async running({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): Promise<ModelThread> {
    const model = this.#parts.toThread(await this.describe());
    const holdsTwo = await this.#mayHoldTwo(model);
    const documents = this.#threads.get('documents');
    if (!holdsTwo || !isUrgent)
      return documents?.hasEnded === false ? documents : this.#start('documents', { ...model, isForDocuments: holdsTwo });
    const queries = this.#threads.get('queries');
    if (queries?.isReady === true || documents?.isReady !== true) {
      return queries?.hasEnded === false ? queries : this.#start('queries', { ...model, isForDocuments: false });
    }
    if (queries?.hasEnded !== false) this.#warmUp(this.#start('queries', { ...model, isForDocuments: false }));
    return documents;
  }

  #start(kind: 'documents' | 'queries', model: ThreadModel): ModelThread {
    const thread = new ModelThread(this.#parts.owner, model);
    this.#threads.set(kind, thread);
    return thread;
  }

  #warmUp(thread: ModelThread): void {
    // Why it cannot be loaded is told to the next query that needs it.
    thread.run(WARM_UP, { signal: undefined }).catch(() => undefined);
  }

  /** Up when the files are there and fit; loading is left to the first text. */
  async state(): Promise<{ readonly status: 'up' } | { readonly status: 'down'; readonly detail: string }> {
    try {
      await this.describe();
      return { status: 'up' };
    } catch (error) {
      return { status: 'down', detail: toErrorRecord(error).message };
    }
  }

  async close(): Promise<void> {
    const threads = [...this.#threads.values()];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #mayHoldTwo({ onnxFile }: ThreadModel): Promise<boolean> {
    this.#isSmall ??= Promise.all(['', ...DATA_FILES].map((end) => sizeOf(onnxFile + end))).then(
      (sizes) => sizes.reduce((sum, size) => sum + size, 0) <= BYTES_HELD_TWICE,
    );
    return this.#isSmall;
  }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  );
}
