import type { Store } from '../store/store.js';
import { GroupCommit } from '../write/group-commit.js';
import { pointCount } from '../write/packed-document.js';
import { perform, type Write, type WriteInputs, type WriteName, type WriteResults } from '../write/writes.js';
import type { WriteTransaction } from '../write/write-transaction.js';
import { ThreadWriter } from './thread-writer.js';

/** Points and records written within a second that make a thread worth its memory (about 25 MB) and its start (about 50 ms). */
const BUSY_ROWS = 150;
const WINDOW_MS = 1_000;
/** Without a write for this long the thread ends. */
const IDLE_MS = 2_000;
/** After a thread was lost, writes stay in this one for so long. */
const RECOVER_MS = 60_000;

/** When a store’s writes are done in a thread of their own. */
export type WriterThreads = 'under-load' | 'always' | 'never';

/** Does the writes of a store: in this thread while there are few, in a thread of their own under load. Either way the writes of one moment are one
 *  transaction, and each is answered after its commit. */
export class Writer {
  readonly #store: Store;
  readonly #commits: GroupCommit;
  readonly #onCommit: (collections: readonly number[]) => void;
  readonly #threads: WriterThreads;
  #thread: ThreadWriter | undefined;
  #changing: Promise<void> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #windowEndsAt = 0;
  #rows = 0;
  #noThreadUntil = 0;
  #lastWriteAt = 0;

  constructor(
    store: Store,
    { onCommit, threads }: { readonly onCommit: (collections: readonly number[]) => void; readonly threads: WriterThreads },
  ) {
    this.#store = store;
    this.#onCommit = onCommit;
    this.#threads = threads;
    this.#commits = new GroupCommit(store.writer, { file: store, onCommit });
  }

  get hasThread(): boolean {
    return this.#thread !== undefined;
  }

  /** Applies `apply` in a transaction of this thread with others. @returns its result, when it is durable */
  run<T>(apply: (transaction: WriteTransaction) => T, signal?: AbortSignal): Promise<T> {
    return this.#commits.run(apply, signal);
  }

  /** @returns the result of the write, when it is durable */
  async write<N extends WriteName>(name: N, input: WriteInputs[N], signal?: AbortSignal): Promise<WriteResults[N]> {
    // safe: name and input belong together by the types of the parameters
    const write = { name, input } as Write;
    this.#note(write);
    if (this.#threads === 'always' && !this.#thread) await this.#changing;
    const writing = this.#thread?.write(write, signal) ?? this.#commits.run((transaction) => perform(transaction, write), signal);
    // safe: a write of this name answers by its result
    return (await writing) as WriteResults[N];
  }

  /** Resolves when everything handed in is written or refused, and no thread is left. */
  async close(): Promise<void> {
    this.#noThreadUntil = Infinity;
    await this.#changing;
    await this.#endThread();
    await this.#commits.idle();
  }

  #note({ name, input }: Write): void {
    const now = performance.now();
    this.#lastWriteAt = now;
    if (this.#threads === 'never' || this.#thread || this.#changing || now < this.#noThreadUntil) return;
    if (now > this.#windowEndsAt) {
      this.#windowEndsAt = now + WINDOW_MS;
      this.#rows = 0;
    }
    this.#rows += name === 'write-document' ? pointCount(input) : 1;
    if (this.#threads === 'under-load' && this.#rows < BUSY_ROWS) return;
    this.#changing = this.#startThread().finally(() => (this.#changing = undefined));
  }

  async #startThread(): Promise<void> {
    try {
      this.#thread = await ThreadWriter.start(this.#store, {
        onCommit: this.#onCommit,
        onLost: () => {
          this.#withoutThread();
        },
      });
    } catch {
      // What a thread would do is done in this one.
      this.#withoutThread();
      return;
    }
    this.#idle = setInterval(() => {
      const isIdle = performance.now() - this.#lastWriteAt > IDLE_MS;
      if (isIdle && !this.#changing) this.#changing = this.#endThread().finally(() => (this.#changing = undefined));
    }, IDLE_MS);
    this.#idle.unref();
  }

  #withoutThread(): void {
    this.#thread = undefined;
    this.#noThreadUntil = performance.now() + RECOVER_MS;
  }

  async #endThread(): Promise<void> {
    clearInterval(this.#idle);
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.end();
  }
}
