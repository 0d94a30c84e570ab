import { toErrorRecord } from '@tributary/kernel';
import type { ModelOwner } from '../owner/model-owner.js';
import type { ThreadModel } from '../thread/messages.js';
import { ModelThread } from './model-thread.js';

interface LocalModelParts<Description> {
  readonly owner: ModelOwner;
  /** Reads what the files of the model say of it. */
  readonly read: () => Promise<Description>;
  readonly toThread: (description: Description) => ThreadModel;
}

/** A model in a local folder: its files are read when it is first described, it is loaded on a thread of its own with the first text, and again after it
 *  was closed or its thread ended. */
export class LocalModel<Description> {
  readonly #parts: LocalModelParts<Description>;
  #read: Promise<Description> | undefined;
  #thread: ModelThread | undefined;

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

  /** The thread that computes. */
  async running(): Promise<ModelThread> {
    const description = await this.describe();
    if (this.#thread === undefined || this.#thread.hasEnded)
      this.#thread = new ModelThread(this.#parts.owner, this.#parts.toThread(description));
    return this.#thread;
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
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}
