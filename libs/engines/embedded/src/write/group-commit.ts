import { retryable, TributaryError } from '@tributary/kernel';
import { isBusy } from '@tributary/kernel/sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { numberIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { requireInPlace, type OpenedFile } from '../store/inode.js';
import { isEnvironmentError } from '../store/sqlite-errors.js';
import { Dictionary } from './dictionary.js';
import { WriteTransaction } from './write-transaction.js';

/** A transaction ends after this long, so that other processes get their turn. */
const TRANSACTION_MS = 25;
const LOCK_WAIT_MS = 5_000;
const LOCK_POLL_MS = 4;

interface Task {
  /** One that refuses by a TributaryError before it has written anything costs only itself; any other error undoes the whole transaction. */
  readonly apply: (transaction: WriteTransaction) => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

type Outcome = { readonly task: Task; readonly result: unknown } | { readonly task: Task; readonly error: unknown };

interface GroupCommitOptions {
  /** What the connection writes to: nothing is committed once another file, or none, has its path. */
  readonly file: OpenedFile;
  readonly onCommit: (collections: readonly number[]) => void;
}

/** Puts the writes of one moment into one transaction and answers all of them after its commit: one fsync for many. */
export class GroupCommit {
  readonly #writer: Connection;
  readonly #dictionary: Dictionary;
  readonly #file: OpenedFile;
  readonly #onCommit: (collections: readonly number[]) => void;
  readonly #waiting: Task[] = [];
  #running: Promise<void> | undefined;

  constructor(writer: Connection, { file, onCommit }: GroupCommitOptions) {
    this.#writer = writer;
    this.#dictionary = new Dictionary(writer);
    this.#file = file;
    this.#onCommit = onCommit;
  }

  /** Applies `apply` in a transaction with others. @returns its result, when it is durable */
  run<T>(apply: (transaction: WriteTransaction) => T, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let made: { readonly result: T } | undefined;
      this.#waiting.push({
        apply: (transaction) => (made = { result: apply(transaction) }),
        resolve: () => {
          if (made) resolve(made.result);
        },
        reject,
        signal,
      });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when everything handed in is written or refused. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    // Writes started in the same turn of the event loop join the first transaction.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      await this.#commitSome();
      await new Promise(setImmediate);
    }
    this.#running = undefined;
  }

  async #commitSome(): Promise<void> {
    try {
      await this.#lock();
    } catch (error) {
      for (const task of this.#waiting.splice(0)) task.reject(error);
      return;
    }
    const taken: Task[] = [];
    try {
      this.#settle(this.#transact(() => this.#takeNext(taken)));
    } catch (error) {
      await this.#recover(taken, error);
    }
  }

  #takeNext(taken: Task[]): Task | undefined {
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (!task.signal?.aborted) {
        taken.push(task);
        return task;
      }
      task.reject(task.signal.reason);
    }
    return undefined;
  }

  /** A lone failing write fails; among others each is tried alone, so that one bad write costs only itself. */
  async #recover(taken: readonly Task[], error: unknown): Promise<void> {
    if (taken.length === 1 || isEnvironmentError(error)) {
      for (const task of taken) task.reject(error);
      return;
    }
    for (const task of taken) {
      try {
        await this.#lock();
        const tasks = [task];
        this.#settle(this.#transact(() => tasks.shift()));
      } catch (failure) {
        task.reject(failure);
      }
    }
  }

  /** Begins a transaction without blocking the thread while another process holds the lock. */
  async #lock(): Promise<void> {
    const endsAt = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        this.#writer.db.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error)) throw error;
        if (performance.now() > endsAt) {
          throw retryable('ENGINE.BUSY', 'Another process has been writing to the store for 5 seconds; try again.', { cause: error });
        }
      }
      await pause(1 + Math.random() * LOCK_POLL_MS);
    }
  }

  #transact(next: () => Task | undefined): readonly Outcome[] {
    const endsAt = performance.now() + TRANSACTION_MS;
    const transaction = new WriteTransaction(this.#writer, this.#dictionary);
    const outcomes: Outcome[] = [];
    try {
      for (let task = next(); task; task = performance.now() < endsAt ? next() : undefined) {
        outcomes.push(attempt(task, transaction));
      }
      transaction.finish();
      requireInPlace(this.#file);
      this.#writer.db.exec('COMMIT');
    } catch (error) {
      if (this.#writer.db.isTransaction) this.#writer.db.exec('ROLLBACK');
      // Numbers given to new words in it are free again.
      this.#dictionary.clear();
      throw error;
    }
    this.#onCommit(transaction.collections.ids);
    return outcomes;
  }

  #settle(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.task.reject(outcome.error);
      else outcome.task.resolve(outcome.result);
    }
  }
}

function attempt(task: Task, transaction: WriteTransaction): Outcome {
  const before = rowsWritten(transaction);
  try {
    return { task, result: task.apply(transaction) };
  } catch (error) {
    // A point may be refused behind others of its document: what was written of it is undone with all else, and each is tried alone.
    if (error instanceof TributaryError && rowsWritten(transaction) === before) return { task, error };
    throw error;
  }
}

/** Rows the connection ever wrote. */
function rowsWritten({ writer }: WriteTransaction): number {
  return numberIn(writer.sql('SELECT total_changes() AS n').get() ?? {}, 'n');
}
