import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf } from './batches.js';
import type { ModelSession } from './model-session.js';
import type { TextTokenizer } from './text-tokenizer.js';

/** Texts of one call. */
export interface EmbeddingTask {
  readonly id: number;
  readonly isQuery: boolean;
  readonly texts: readonly string[];
}

interface PreparedTask extends EmbeddingTask {
  readonly rows: readonly (readonly number[])[];
  /** Those that are left. */
  readonly batches: (readonly number[])[];
  readonly vectors: (Float32Array | undefined)[];
}

export interface EmbeddingWorkOptions {
  readonly tokenizer: TextTokenizer;
  readonly session: ModelSession;
  /** True where texts must not share a batch. */
  readonly oneByOne: boolean;
  readonly done: (id: number, vectors: readonly Float32Array[]) => void;
  readonly failed: (id: number, error: unknown) => void;
}

/** Works off tasks batch by batch. Queries go between the batches of others, and a cancelled task ends at its next batch. */
export class EmbeddingWork {
  readonly #options: EmbeddingWorkOptions;
  readonly #tasks = new Map<number, EmbeddingTask | PreparedTask>();
  #isRunning = false;

  constructor(options: EmbeddingWorkOptions) {
    this.#options = options;
  }

  add(task: EmbeddingTask): void {
    this.#tasks.set(task.id, task);
    if (!this.#isRunning) void this.#run();
  }

  cancel(id: number): void {
    this.#tasks.delete(id);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      try {
        await this.#step(task);
      } catch (error) {
        this.#tasks.delete(task.id);
        this.#options.failed(task.id, error);
      }
      // Lets messages in: new tasks, cancellations.
      await nextTurn();
    }
    this.#isRunning = false;
  }

  #next(): EmbeddingTask | PreparedTask | undefined {
    const tasks = [...this.#tasks.values()];
    return tasks.find(({ isQuery }) => isQuery) ?? tasks[0];
  }

  async #step(task: EmbeddingTask | PreparedTask): Promise<void> {
    if (!('rows' in task)) {
      this.#tasks.set(task.id, this.#prepare(task));
      return;
    }
    const batch = task.batches.shift() ?? [];
    const vectors = await this.#options.session.run(batch.map((i) => task.rows[i] ?? []));
    batch.forEach((i, row) => (task.vectors[i] = vectors[row]));
    if (task.batches.length > 0) return;
    this.#tasks.delete(task.id);
    this.#options.done(
      task.id,
      task.vectors.filter((vector) => vector !== undefined),
    );
  }

  #prepare(task: EmbeddingTask): PreparedTask {
    const rows = task.texts.map((text) => this.#options.tokenizer.encode(text));
    const batches = batchesOf(
      rows.map(({ length }) => length),
      this.#options,
    );
    return { ...task, rows, batches: [...batches], vectors: rows.map(() => undefined) };
  }
}
