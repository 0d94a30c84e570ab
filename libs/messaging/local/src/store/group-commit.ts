import type { DatabaseSync } from 'node:sqlite';
import { TributaryError, retryable } from '@tributary/kernel';
import { isBusy } from '@tributary/kernel/sqlite';
import { unwritable } from './unwritable.js';

/** A transaction stays open no longer than this before the rest waits for the next one. */
const BUDGET_MS = 25;

interface PendingWrite {
  /** Runs inside the transaction; what it returns tells the caller once the transaction is committed. */
  readonly run: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** Collects writes of many callers into one transaction per turn of the event loop; a write resolves when it is committed. */
export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #atEnd: () => () => void;
  readonly #onUndone: () => void;
  #pending: PendingWrite[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #closed = false;
  #refusal: TributaryError | undefined;

  /** `atEnd` runs at the end of every transaction; what it returns runs after the commit. `onUndone` hears that a transaction was rolled back. */
  constructor(database: DatabaseSync, { atEnd, onUndone }: { readonly atEnd: () => () => void; readonly onUndone: () => void }) {
    this.#database = database;
    this.#atEnd = atEnd;
    this.#onUndone = onUndone;
  }

  /** Runs `write` in the next transaction. A TributaryError it throws, before it has written anything, concerns this caller only. */
  submit<T>(write: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(closed());
    return new Promise<T>((resolve, reject) => {
      const run = (): (() => void) => {
        const value = write();
        return () => {
          resolve(value);
        };
      };
      this.#pending.push({ run, reject });
      this.wake();
    });
  }

  /** Sees to it that a transaction happens soon, even when nothing is to be written. */
  wake(): void {
    if (!this.#closed)
      this.#scheduled ??= setImmediate(() => {
        this.#flush();
      });
  }

  #flush(): void {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#closed) return;
    const batch = this.#pending;
    this.#pending = [];
    const { written, error } = this.#commit(batch);
    if (error !== undefined) for (const { reject } of batch.slice(0, written)) reject(error);
    const rest = batch.slice(written);
    if (rest.length > 0) {
      this.#pending = [...rest, ...this.#pending];
      this.wake();
    }
  }

  /** Resolves when everything submitted so far is committed. */
  caughtUp(): Promise<void> {
    while (this.#pending.length > 0) this.#flush();
    return Promise.resolve();
  }

  /** Why nothing can be written since the last try, where that is more than another process that writes. Jobs stand still meanwhile. */
  get refusal(): TributaryError | undefined {
    return this.#refusal;
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  #commit(batch: readonly PendingWrite[]): { readonly written: number; readonly error?: TributaryError } {
    const acknowledgements: (() => void)[] = [];
    const startedAt = performance.now();
    let written = 0;
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const write of batch) {
        if (performance.now() - startedAt > BUDGET_MS) break;
        written += 1;
        acknowledgements.push(attempt(write));
      }
      acknowledgements.push(this.#atEnd());
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      this.#onUndone();
      const refusal = unwritable(error, this.#database.location());
      if (!isBusy(error)) this.#refusal = refusal;
      return { written: batch.length, error: refusal };
    }
    // A transaction without a write proves nothing.
    if (written > 0) this.#refusal = undefined;
    for (const acknowledge of acknowledgements) acknowledge();
    return { written };
  }

  /** Commits what waits and takes nothing more. */
  close(): void {
    while (this.#pending.length > 0) this.#flush();
    clearImmediate(this.#scheduled);
    this.#closed = true;
  }
}

function attempt({ run, reject }: PendingWrite): () => void {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TributaryError)) throw error;
    return () => {
      reject(error);
    };
  }
}

function closed(): TributaryError {
  return retryable('QUEUE.UNAVAILABLE', 'The queues of this process are closed.');
}
