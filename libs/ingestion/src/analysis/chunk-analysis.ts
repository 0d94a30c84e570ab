import { analyseChunk } from '@tributary/ranking';
import { Worker } from 'node:worker_threads';
import { unpackFeatures, type ChunkFeatures, type PackedFeatures } from './packed-features.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/analysis/analysis-thread.js' : './analysis-thread.js', import.meta.url);
/** Chunks within a second that make a thread worth its memory (about 20 MB) and its start. */
const BUSY_CHUNKS = 150;
const WINDOW_MS = 1_000;
const IDLE_MS = 2_000;
/** When more than this waits for the thread the rest is done here, so that neither waits for the other. */
const MOST_WAITING = 512;
const YOUNG_MB = 16;

interface ChunkText {
  readonly heading: string;
  readonly content: string;
}

interface Asked {
  readonly chunks: readonly ChunkText[];
  readonly resolve: (features: readonly ChunkFeatures[]) => void;
}

/** Analyses chunks: here while there are few, in a thread of its own under load, which ends when nothing comes any more. */
export class ChunkAnalysis {
  #waiting: Asked[] = [];
  /** What the thread has. What comes meanwhile makes the next batch. */
  #underWay: readonly Asked[] = [];
  #isPosting = false;
  #waitingChunks = 0;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #windowEndsAt = 0;
  #inWindow = 0;
  #lastAt = 0;
  #isBroken = false;

  /** @returns terms and words of each chunk, in order */
  analyse(chunks: readonly ChunkText[]): Promise<readonly ChunkFeatures[]> {
    const worker = this.#workerFor(chunks.length);
    if (!worker || this.#waitingChunks > MOST_WAITING) return Promise.resolve(chunks.map(analyseChunk));
    this.#waitingChunks += chunks.length;
    return new Promise((resolve) => {
      this.#waiting.push({ chunks, resolve });
      this.#postSoon(worker);
    });
  }

  get hasThread(): boolean {
    return this.#worker !== undefined;
  }

  #workerFor(chunks: number): Worker | undefined {
    this.#lastAt = performance.now();
    if (this.#lastAt > this.#windowEndsAt) {
      this.#windowEndsAt = this.#lastAt + WINDOW_MS;
      this.#inWindow = 0;
    }
    this.#inWindow += chunks;
    if (!this.#worker && !this.#isBroken && this.#inWindow >= BUSY_CHUNKS) this.#start();
    return this.#worker;
  }

  #start(): void {
    const worker = new Worker(ENTRY, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#worker = worker;
    worker.on('message', (features: PackedFeatures) => {
      this.#settle(worker, features);
    });
    worker.on('error', () => {
      this.#isBroken = true;
    });
    worker.on('exit', () => {
      this.#takeBack(worker);
    });
    worker.unref();
    this.#idle = setInterval(() => {
      if (performance.now() - this.#lastAt > IDLE_MS && this.#waitingChunks === 0) void worker.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }

  /** What comes in the same turn of the event loop goes in one message. */
  #postSoon(worker: Worker): void {
    if (this.#isPosting || this.#underWay.length > 0 || this.#waiting.length === 0) return;
    this.#isPosting = true;
    setImmediate(() => {
      this.#isPosting = false;
      if (this.#worker === worker) this.#post(worker);
    });
  }

  #post(worker: Worker): void {
    this.#underWay = this.#waiting;
    this.#waiting = [];
    worker.ref();
    worker.postMessage(this.#underWay.flatMap(({ chunks }) => chunks.flatMap(({ heading, content }) => [heading, content])));
  }

  #settle(worker: Worker, packed: PackedFeatures): void {
    const features = unpackFeatures(packed);
    const answered = this.#underWay;
    this.#underWay = [];
    worker.unref();
    let at = 0;
    for (const { chunks, resolve } of answered) resolve(features.slice(at, (at += chunks.length)));
    this.#waitingChunks -= at;
    this.#postSoon(worker);
  }

  /** What an ended thread owes is done here: the analysis is a pure function. */
  #takeBack(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearInterval(this.#idle);
    for (const { chunks, resolve } of [...this.#underWay, ...this.#waiting]) resolve(chunks.map(analyseChunk));
    this.#underWay = [];
    this.#waiting = [];
    this.#waitingChunks = 0;
  }
}
