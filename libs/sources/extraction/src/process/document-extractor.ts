import { permanent } from '@tributary/kernel';
import type { ExtractionOutcome, ExtractionRequest, TextExtractor } from '@tributary/sources-port';
import { DEFAULT_BUDGETS, type ExtractionBudgets } from '../budgets/budgets.js';
import { namedFormat } from '../formats/formats.js';
import { ExtractionProcess } from './extraction-process.js';

/** A process that has had nothing to do for this long is ended. */
const IDLE_MS = 10_000;

/** Extracts documents in processes of their own: started when there is something to do, killed over a document that takes too much, ended when nothing
 *  comes any more. */
export class DocumentExtractor implements TextExtractor {
  readonly #budgets: ExtractionBudgets;
  readonly #idle: ExtractionProcess[] = [];
  readonly #busy = new Set<ExtractionProcess>();
  readonly #waiting: (() => void)[] = [];
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(budgets: Partial<ExtractionBudgets> = {}) {
    this.#budgets = { ...DEFAULT_BUDGETS, ...budgets };
  }

  formatOf(document: Pick<ExtractionRequest, 'name' | 'mediaType'>): string | undefined {
    return namedFormat(document);
  }

  /** @throws `EXTRACTION.CLOSED` after close, and the reason of the signal */
  async extract(request: ExtractionRequest, signal?: AbortSignal): Promise<ExtractionOutcome> {
    signal?.throwIfAborted();
    const { maxBytes } = this.#budgets;
    if (request.bytes.length > maxBytes) {
      return { extracted: false, reason: 'too-large', detail: `It has more than ${Math.floor(maxBytes / 1024 / 1024)} MB.` };
    }
    const process = await this.#take(signal);
    const stop = () => {
      process.kill();
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      // It may have aborted while a process was being looked for.
      signal?.throwIfAborted();
      const outcome = await process.extract(request);
      signal?.throwIfAborted();
      if (this.#isClosed) throw closed();
      return outcome;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#giveBack(process);
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    for (const process of [...this.#idle, ...this.#busy]) process.kill();
    for (const wake of this.#waiting.splice(0)) wake();
    return Promise.resolve();
  }

  async #take(signal: AbortSignal | undefined): Promise<ExtractionProcess> {
    while (!this.#isClosed) {
      signal?.throwIfAborted();
      const process = this.#next();
      if (process !== undefined) {
        this.#busy.add(process);
        return process;
      }
      await this.#turn(signal);
    }
    throw closed();
  }

  #next(): ExtractionProcess | undefined {
    for (let process = this.#idle.pop(); process !== undefined; process = this.#idle.pop()) if (process.isUsable) return process;
    return this.#busy.size < this.#budgets.processes ? new ExtractionProcess(this.#budgets) : undefined;
  }

  /** Until a process is free, or the signal aborts. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(wake), 1);
        resolve();
      };
      this.#waiting.push(wake);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #giveBack(process: ExtractionProcess): void {
    this.#busy.delete(process);
    if (process.isUsable && !this.#isClosed) this.#idle.push(process);
    else process.kill();
    this.#waiting.shift()?.();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      for (const idle of this.#idle.splice(0)) idle.kill();
    }, IDLE_MS);
    this.#idleTimer.unref();
  }
}

function closed(): Error {
  return permanent('EXTRACTION.CLOSED', 'The extraction of documents has ended with its process: start it again and repeat.');
}
