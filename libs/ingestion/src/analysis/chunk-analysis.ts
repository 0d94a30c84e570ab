import { analyseChunk } from '@tributary/ranking';
import { Worker } from 'node:worker_threads';
import { unpackFeatures, type ChunkFeatures, type PackedFeatures } from './packed-features.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/analysis/analysis-thread.js' : './analysis-thread.js', import.meta.url);
/** Chunks within a second that make a thread worth its memory (about 20 MB) and its start. */
const BUSY_CHUNKS = 150;
const WINDOW_MS = 1_000;
const IDLE_MS = 2_000;
/** More than this on its way to the thread: the rest is done here, so that neither waits for the other. */
const MOST_UNDER_WAY = 512;
const YOUNG_MB = 16;

interface ChunkText {
  readonly heading: string;
  readonly content: string;
}

export interface AnalysisBatch {
  readonly number: number;
  readonly chunks: readonly ChunkText[];
}

export interface AnalysisReply {
  readonly number: number;
  readonly features: PackedFeatures;
}

interface Asked {
  readonly chunks: readonly ChunkText[];
  readonly resolve: (features: readonly ChunkFeatures[]) => void;
}

/** Analyses chunks: here while there are few, in a thread of its own under load, which ends when nothing comes any more. */
export class ChunkAnalysis {
  readonly #asked = new Map<number, Asked>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #number = 0;
  #underWay = 0;
  #windowEndsAt = 0;
  #inWindow = 0;
  #lastAt = 0;
  #isBroken = false;

  /** @returns terms and words of each chunk, in order */
  analyse(chunks: readonly ChunkText[]): Promise<readonly ChunkFeatures[]> {
    const worker = this.#workerFor(chunks.length);
    if (!worker || this.#underWay > MOST_UNDER_WAY) return Promise.resolve(chunks.map(analyseChunk));
    const number = this.#number++;
    const batch: AnalysisBatch = { number, chunks: chunks.map(({ heading, content }) => ({ heading, content })) };
    return new Promise((resolve) => {
      this.#asked.set(number, { chunks, resolve });
      this.#underWay += chunks.length;
      worker.ref();
      worker.postMessage(batch);
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
    worker.on('message', (reply: AnalysisReply) => {
      this.#settle(worker, reply);
    });
    worker.on('error', () => {
      this.#isBroken = true;
    });
    worker.on('exit', () => {
      this.#takeBack();
    });
    worker.unref();
    this.#idle = setInterval(() => {
      if (performance.now() - this.#lastAt > IDLE_MS && this.#asked.size === 0) this.#end();
    }, IDLE_MS);
    this.#idle.unref();
  }

  #settle(worker: Worker, { number, features }: AnalysisReply): void {
    const asked = this.#asked.get(number);
    this.#asked.delete(number);
    if (this.#asked.size === 0) worker.unref();
    if (!asked) return;
    this.#underWay -= asked.chunks.length;
    asked.resolve(unpackFeatures(features));
  }

  #end(): void {
    void this.#worker?.terminate();
    this.#worker = undefined;
    clearInterval(this.#idle);
  }

  /** What a lost thread owes is done here: the analysis is a pure function. */
  #takeBack(): void {
    if (this.#asked.size > 0 || this.#isBroken) this.#end();
    for (const { chunks, resolve } of this.#asked.values()) resolve(chunks.map(analyseChunk));
    this.#asked.clear();
    this.#underWay = 0;
  }
}
