import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf } from './batches.js';
import type { Task } from './messages.js';
import type { ModelSession } from './model-session.js';
import type { TextTokenizer, TokenRow } from './text-tokenizer.js';

interface PreparedTask extends Task {
  readonly rows: readonly TokenRow[];
  /** Those that are left. */
  readonly batches: (readonly number[])[];
  readonly results: (Float32Array | undefined)[];
}

export interface WorkOptions {
  readonly tokenizer: Pick<TextTokenizer, 'encode' | 'encodePairs'>;
  readonly session: Pick<ModelSession, 'run'>;
  /** True where texts must not share a batch. */
  readonly oneByOne: boolean;
  readonly done: (id: number, rows: readonly Float32Array[]) => void;
  readonly failed: (id: number, error: unknown) => void;
}

/** Works off tasks batch by batch. More urgent ones go between the batches of others, and a cancelled task ends at its next batch. */
export class Work {
  readonly #options: WorkOptions;
  readonly #tasks = new Map<number, Task | PreparedTask>();
  #isRunning = false;

  constructor(options: WorkOptions) {
    this.#options = options;
  }

  add(task: Task): void {
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

  #next(): Task | PreparedTask | undefined {
    const tasks = [...this.#tasks.values()];
    const most = Math.max(...tasks.map(({ urgency }) => urgency));
    return tasks.find(({ urgency }) => urgency === most);
  }

  async #step(task: Task | PreparedTask): Promise<void> {
    if (!('rows' in task)) {
      this.#tasks.set(task.id, this.#prepare(task));
      return;
    }
    const batch = task.batches.shift() ?? [];
    const results = await this.#options.session.run(batch.map((i) => task.rows[i] ?? { ids: [], second: 0 }));
    batch.forEach((i, row) => (task.results[i] = results[row]));
    if (task.batches.length > 0) return;
    this.#tasks.delete(task.id);
    this.#options.done(
      task.id,
      task.results.filter((result) => result !== undefined),
    );
  }

  #prepare(task: Task): PreparedTask {
    const { tokenizer } = this.#options;
    const { query } = task;
    const rows = query === undefined ? task.texts.map((text) => tokenizer.encode(text)) : tokenizer.encodePairs(query, task.texts);
    const batches = batchesOf(
      rows.map(({ ids }) => ids.length),
      this.#options,
    );
    return { ...task, rows, batches: [...batches], results: rows.map(() => undefined) };
  }
}
