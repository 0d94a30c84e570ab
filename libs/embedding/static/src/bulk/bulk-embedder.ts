import { Worker } from 'node:worker_threads';
import type { ModelTables } from '../model/model-tables.js';
import { slicesOf } from './slices.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/bulk/embedding-thread.js' : './embedding-thread.js', import.meta.url);
/** Texts within a second that make a thread worth its memory (about 15 MB; the matrix is shared) and its start (about 40 ms). */
const BUSY_TEXTS = 150;
const WINDOW_MS = 1_000;
/** Without a text for this long the thread ends. */
const IDLE_MS = 2_000;
/** What one message takes, about 50 ms of work: an abort waits no longer. */
const MESSAGE = { texts: 256, units: 262_144 };
const YOUNG_MB = 16;

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
  readonly #tables: () => ModelTables;
  #waiting: Asked[] = [];
  /** What the thread has. What comes meanwhile makes the next message. */
  #underWay: readonly Asked[] = [];
  #isPosting = false;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #windowEndsAt = 0;
  #inWindow = 0;
  #lastAt = 0;
  #isBroken = false;

  constructor(tables: () => ModelTables) {
    this.#tables = tables;
  }

  get hasThread(): boolean {
    return this.#worker !== undefined;
  }

  /** @returns one unit vector per text, in order, or undefined when the caller has to embed them himself: there is no thread, or it was lost
   *  @throws the reason of the signal */
  async embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[] | undefined> {
    if (!this.#workerFor(texts.length)) return undefined;
    const vectors: Float32Array[] = [];
    for (const slice of await Promise.all(slicesOf(texts, MESSAGE).map((part) => this.#ask(part, signal)))) {
      if (slice === undefined) return undefined;
      for (const vector of slice) vectors.push(vector);
    }
    return vectors;
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #ask(part: Pick<Asked, 'texts' | 'units'>, signal: AbortSignal | undefined): Promise<readonly Float32Array[] | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...part, signal, resolve, reject });
      this.#postSoon();
    });
  }

  #workerFor(texts: number): Worker | undefined {
    this.#lastAt = performance.now();
    if (this.#lastAt > this.#windowEndsAt) {
      this.#windowEndsAt = this.#lastAt + WINDOW_MS;
      this.#inWindow = 0;
    }
    this.#inWindow += texts;
    if (!this.#worker && !this.#isBroken && this.#inWindow >= BUSY_TEXTS) this.#start();
    return this.#worker;
  }

  #start(): void {
    const worker = new Worker(ENTRY, {
      workerData: this.#tables(),
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker = worker;
    worker.on('message', (vectors: Float32Array) => {
      this.#settle(worker, vectors);
    });
    worker.on('error', () => {
      this.#isBroken = true;
    });
    worker.on('exit', () => {
      this.#giveBack(worker);
    });
    worker.unref();
    this.#idle = setInterval(() => {
      const isIdle = this.#underWay.length === 0 && this.#waiting.length === 0;
      if (isIdle && performance.now() - this.#lastAt > IDLE_MS) void worker.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }

  /** What comes in the same turn of the event loop goes in one message. */
  #postSoon(): void {
    if (this.#isPosting || this.#underWay.length > 0 || this.#waiting.length === 0) return;
    this.#isPosting = true;
    setImmediate(() => {
      this.#isPosting = false;
      if (this.#worker) this.#post(this.#worker);
    });
  }

  #post(worker: Worker): void {
    this.#underWay = this.#nextMessage();
    if (this.#underWay.length === 0) return;
    worker.ref();
    worker.postMessage(this.#underWay.flatMap(({ texts }) => texts));
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

  #settle(worker: Worker, vectors: Float32Array): void {
    const answered = this.#underWay;
    this.#underWay = [];
    worker.unref();
    const count = answered.reduce((sum, { texts }) => sum + texts.length, 0);
    const dimension = vectors.length / count;
    let at = 0;
    for (const { texts, signal, resolve, reject } of answered) {
      const mine = texts.map((_, i) => vectors.subarray((at + i) * dimension, (at + i + 1) * dimension));
      at += texts.length;
      if (signal?.aborted) reject(signal.reason);
      else resolve(mine);
    }
    this.#postSoon();
  }

  /** What an ended thread owes is left to those who asked. */
  #giveBack(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearInterval(this.#idle);
    for (const { resolve } of [...this.#underWay, ...this.#waiting]) resolve(undefined);
    this.#underWay = [];
    this.#waiting = [];
  }
}
