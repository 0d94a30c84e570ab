import { stat } from 'node:fs/promises';
import { MIB, toErrorRecord } from '@tributary/kernel';
import type { ModelOwner } from '../owner/model-owner.js';
import type { ThreadModel } from '../thread/messages.js';
import { ModelThread } from './model-thread.js';

/** Bigger models are held once: a query then waits for the batch that is under way, since a second copy would cost too much memory. */
const BYTES_HELD_TWICE = 256 * MIB;
/** What a thread is loaded with before somebody waits for it. */
const WARM_UP = { texts: ['a'], urgency: 2 } as const;
/** Where an ONNX file keeps its numbers when it is not in itself. */
const DATA_FILES = ['_data', '.data'];

type ThreadKind = 'documents' | 'queries';

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
  readonly #threads = new Map<ThreadKind, ModelThread>();
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

  /** The thread for documents, or the one for what a search waits for; of a big model there is one for both. What a search waits for goes to the other thread where that
   *  is loaded and its own is not, or is at work while the other one rests: a head that is reranked is read by both. The one that was missing is loaded meanwhile. */
  async running({ isUrgent = false }: { readonly isUrgent?: boolean } = {}): Promise<ModelThread> {
    const model = this.#parts.toThread(await this.describe());
    const holdsTwo = await this.#mayHoldTwo(model);
    const threadFor = (kind: ThreadKind) =>
      this.#alive(kind) ?? this.#start(kind, { ...model, isForDocuments: holdsTwo && kind === 'documents' });
    if (!holdsTwo || !isUrgent) return threadFor('documents');
    const [queries, documents] = [this.#alive('queries'), this.#alive('documents')];
    if (queries?.isReady === true && !queries.isBusy) return queries;
    if (documents?.isReady === true && (queries?.isReady !== true || !documents.isBusy)) {
      if (queries === undefined) this.#warmUp(threadFor('queries'));
      return documents;
    }
    if (queries?.isReady === true && documents === undefined) this.#warmUp(threadFor('documents'));
    return threadFor('queries');
  }

  #alive(kind: ThreadKind): ModelThread | undefined {
    const thread = this.#threads.get(kind);
    return thread?.hasEnded === false ? thread : undefined;
  }

  #start(kind: ThreadKind, model: ThreadModel): ModelThread {
    const thread = new ModelThread(this.#parts.owner, model);
    this.#threads.set(kind, thread);
    return thread;
  }

  #warmUp(thread: ModelThread): void {
    // Why it cannot be loaded is told to the next call that needs it.
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
