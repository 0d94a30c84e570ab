import { BusyThread } from '@tributary/kernel/threads';
import { analyseChunk } from '@tributary/ranking';
import { unpackFeatures, type ChunkFeatures, type PackedFeatures } from './packed-features.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/analysis/analysis-thread.js' : './analysis-thread.js', import.meta.url);
/** Chunks within a second that make a thread worth its memory (about 20 MB) and its start. */
const BUSY_CHUNKS = 150;
/** When more than this waits for the thread the rest is done here, so that neither waits for the other. */
const MOST_WAITING = 512;

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
  readonly #thread = new BusyThread<readonly string[], PackedFeatures>({
    entry: ENTRY,
    busyFrom: BUSY_CHUNKS,
    next: () => this.#nextMessage(),
    settle: (packed) => {
      this.#settle(packed);
    },
    giveBack: () => {
      this.#takeBack();
    },
  });
  #waiting: Asked[] = [];
  /** What the thread has. */
  #underWay: readonly Asked[] = [];
  #waitingChunks = 0;

  /** @returns terms and words of each chunk, in order */
  analyse(chunks: readonly ChunkText[]): Promise<readonly ChunkFeatures[]> {
    if (!this.#thread.expect(chunks.length) || this.#waitingChunks > MOST_WAITING) return Promise.resolve(chunks.map(analyseChunk));
    this.#waitingChunks += chunks.length;
    return new Promise((resolve) => {
      this.#waiting.push({ chunks, resolve });
      this.#thread.wake();
    });
  }

  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  #nextMessage(): readonly string[] | undefined {
    if (this.#waiting.length === 0) return undefined;
    this.#underWay = this.#waiting;
    this.#waiting = [];
    return this.#underWay.flatMap(({ chunks }) => chunks.flatMap(({ heading, content }) => [heading, content]));
  }

  #settle(packed: PackedFeatures): void {
    const features = unpackFeatures(packed);
    const answered = this.#underWay;
    this.#underWay = [];
    let at = 0;
    for (const { chunks, resolve } of answered) resolve(features.slice(at, (at += chunks.length)));
    this.#waitingChunks -= at;
  }

  /** What an ended thread owes is done here: the analysis is a pure function. */
  #takeBack(): void {
    for (const { chunks, resolve } of [...this.#underWay, ...this.#waiting]) resolve(chunks.map(analyseChunk));
    this.#underWay = [];
    this.#waiting = [];
    this.#waitingChunks = 0;
  }
}
