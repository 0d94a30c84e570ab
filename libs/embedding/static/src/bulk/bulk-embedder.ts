import { BusyThread } from '@tributary/kernel/threads';
import type { ModelTables } from '../model/model-tables.js';
import { slicesOf } from './slices.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/bulk/embedding-thread.js' : './embedding-thread.js', import.meta.url);
/** Texts within a second that make a thread worth its memory (about 15 MB; the matrix is shared) and its start (about 40 ms). */
const BUSY_TEXTS = 150;
/** What one message takes, about 50 ms of work: an abort waits no longer. */
const MESSAGE = { texts: 256, units: 262_144 };

interface Asked {
  readonly texts: readonly string[];
  readonly units: number;
  readonly signal: AbortSignal | undefined;
  /** Undefined when the thread could not do it. */
  readonly resolve: (vectors: readonly Float32Array[] | undefined) => void;
  readonly reject: (reason: unknown) => void;
}

/** Embeds many texts in a thread of its own, which starts under load, shares the model, and ends when nothing comes any more. */
export class BulkEmbedder {
  readonly #thread: BusyThread<readonly string[], Float32Array>;
  #waiting: Asked[] = [];
  /** What the thread has. */
  #underWay: readonly Asked[] = [];

  constructor(tables: () => ModelTables) {
    this.#thread = new BusyThread({
      entry: ENTRY,
      workerData: tables,
      busyFrom: BUSY_TEXTS,
      next: () => {
        this.#underWay = this.#nextMessage();
        return this.#underWay.length === 0 ? undefined : this.#underWay.flatMap(({ texts }) => texts);
      },
      settle: (vectors) => {
        this.#settle(vectors);
      },
      giveBack: () => {
        this.#giveBack();
      },
    });
  }

  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  /** @returns one unit vector per text, in order, or undefined when the caller has to embed them himself: there is no thread, or it was lost
   *  @throws the reason of the signal */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[] | undefined> {
    if (!this.#thread.expect(texts.length)) return undefined;
    const vectors: Float32Array[] = [];
    for (const slice of await Promise.all(slicesOf(texts, MESSAGE).map((part) => this.#ask(part, signal)))) {
      if (slice === undefined) return undefined;
      for (const vector of slice) vectors.push(vector);
    }
    return vectors;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  #ask(part: Pick<Asked, 'texts' | 'units'>, signal: AbortSignal | undefined): Promise<readonly Float32Array[] | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...part, signal, resolve, reject });
      this.#thread.wake();
    });
  }

  #nextMessage(): readonly Asked[] {
    const taken: Asked[] = [];
    let texts = 0;
    let units = 0;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      if (next.signal?.aborted) {
        next.reject(next.signal.reason);
      } else {
        texts += next.texts.length;
        units += next.units;
        if (taken.length > 0 && (texts > MESSAGE.texts || units > MESSAGE.units)) break;
        taken.push(next);
      }
      this.#waiting.shift();
    }
    return taken;
  }

  #settle(vectors: Float32Array): void {
    const answered = this.#underWay;
    this.#underWay = [];
    const count = answered.reduce((sum, { texts }) => sum + texts.length, 0);
    const dimension = vectors.length / count;
    let at = 0;
    for (const { texts, signal, resolve, reject } of answered) {
      const mine = texts.map((_, i) => vectors.subarray((at + i) * dimension, (at + i + 1) * dimension));
      at += texts.length;
      if (signal?.aborted) reject(signal.reason);
      else resolve(mine);
    }
  }

  /** What an ended thread owes is left to those who asked. */
  #giveBack(): void {
    for (const { resolve } of [...this.#underWay, ...this.#waiting]) resolve(undefined);
    this.#underWay = [];
    this.#waiting = [];
  }
}
