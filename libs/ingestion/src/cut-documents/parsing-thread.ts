import { Worker } from 'node:worker_threads';
import type { ToCut } from './chunking-thread.js';
import type { CutDocument } from './cut-document.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/cut-documents/chunking-thread.js' : './chunking-thread.js',
  import.meta.url,
);
/** Without work for this long the thread ends, and its grammars leave the memory. */
const IDLE_MS = 10_000;
/** To start and load the parser, also where the machine is busy. */
const START_MS = 60_000;
const YOUNG_MB = 16;
const OLD_MB = 512;

interface ParsingThreadOptions {
  readonly entry?: URL;
  readonly answered: (cut: CutDocument) => void;
  /** The thread has ended while it owed an answer. */
  readonly lost: (why: string) => void;
}

/** A worker thread that is started with the first message and again after it was lost; it is ended when it takes too long or has nothing to do. It keeps
 *  no process alive but while it works. */
export class ParsingThread {
  readonly #options: ParsingThreadOptions;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  #isLate = false;
  /** What the first document may take once the thread is ready. */
  #limitOfFirst: number | undefined;
  #cannotStart = false;

  constructor(options: ParsingThreadOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Whether the last one ended before it was ready, which another would, too. */
  get cannotStart(): boolean {
    return this.#cannotStart;
  }

  send(asked: ToCut): void {
    const worker = (this.#worker ??= this.#start());
    worker.ref();
    worker.postMessage(asked);
  }

  /** Ends the thread unless it answers in this time. */
  expectWithin(ms: number): void {
    if (!this.#isReady) this.#limitOfFirst = ms;
    this.#schedule(this.#isReady ? ms : START_MS, () => {
      this.#isLate = true;
    });
  }

  /** All is answered: the thread ends if nothing comes for a while. */
  rest(): void {
    this.#worker?.unref();
    this.#schedule(IDLE_MS, () => undefined);
    this.#timer?.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: OLD_MB };
    const worker = new Worker(this.#options.entry ?? ENTRY, { execArgv: [], resourceLimits });
    this.#isReady = false;
    this.#isLate = false;
    worker.on('message', (message: CutDocument | 'ready') => {
      if (message === 'ready') this.#becomeReady();
      else this.#options.answered(message);
    });
    // Its end says all there is to do.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#ended(worker);
    });
    return worker;
  }

  #becomeReady(): void {
    this.#isReady = true;
    if (this.#limitOfFirst !== undefined) this.expectWithin(this.#limitOfFirst);
  }

  #schedule(ms: number, before: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      before();
      void this.#worker?.terminate();
    }, ms);
  }

  #ended(worker: Worker): void {
    if (this.#worker !== worker) return;
    clearTimeout(this.#timer);
    this.#worker = undefined;
    this.#cannotStart = !this.#isReady && !this.#isLate;
    this.#options.lost(this.#isLate ? 'parsing takes too long' : 'the parser ended over it');
  }
}
