import { Worker } from 'node:worker_threads';

const WINDOW_MS = 1_000;
/** Without work for this long the thread ends. */
const IDLE_MS = 2_000;
const YOUNG_MB = 16;

export interface BusyThreadOptions<Question, Answer> {
  /** The built program of the thread; it answers every message by one. */
  readonly entry: URL;
  readonly workerData?: () => unknown;
  /** So much work within a second makes a thread worth its memory and its start. */
  readonly busyFrom: number;
  /** Makes one message of what waits; undefined when nothing does. */
  readonly next: () => Question | undefined;
  readonly settle: (answer: Answer) => void;
  /** The thread has ended or was lost: what it was asked and what waits for it is left to the owner. */
  readonly giveBack: () => void;
}

/** A thread that starts when there is much to do and ends when nothing comes any more, with one message under way at a time: what comes meanwhile
 *  makes the next. It keeps no process alive but while it works. One that could not be started is not tried again. */
export class BusyThread<Question, Answer> {
  readonly #options: BusyThreadOptions<Question, Answer>;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isPosting = false;
  #isWorking = false;
  #isBroken = false;
  #windowEndsAt = 0;
  #inWindow = 0;
  #lastAt = 0;

  constructor(options: BusyThreadOptions<Question, Answer>) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Counts work that has come, and starts the thread when it is much. @returns true when there is a thread to give it to */
  expect(work: number): boolean {
    this.#lastAt = performance.now();
    if (this.#lastAt > this.#windowEndsAt) {
      this.#windowEndsAt = this.#lastAt + WINDOW_MS;
      this.#inWindow = 0;
    }
    this.#inWindow += work;
    if (!this.#worker && !this.#isBroken && this.#inWindow >= this.#options.busyFrom) this.#start();
    return this.isRunning;
  }

  /** To be told that something waits. What comes in the same turn of the event loop goes in one message. */
  wake(): void {
    if (this.#isPosting || this.#isWorking) return;
    this.#isPosting = true;
    setImmediate(() => {
      this.#isPosting = false;
      if (this.#worker) this.#post(this.#worker);
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): void {
    const { entry, workerData } = this.#options;
    const worker = new Worker(entry, { workerData: workerData?.(), execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    this.#worker = worker;
    worker.on('message', (answer: Answer) => {
      this.#isWorking = false;
      worker.unref();
      this.#options.settle(answer);
      this.wake();
    });
    worker.on('error', () => {
      this.#isBroken = true;
    });
    worker.on('exit', () => {
      this.#end(worker);
    });
    worker.unref();
    this.#idle = setInterval(() => {
      if (!this.#isWorking && !this.#isPosting && performance.now() - this.#lastAt > IDLE_MS) void worker.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }

  #post(worker: Worker): void {
    const question = this.#options.next();
    if (question === undefined) return;
    this.#isWorking = true;
    worker.ref();
    worker.postMessage(question);
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#isWorking = false;
    clearInterval(this.#idle);
    this.#options.giveBack();
  }
}
