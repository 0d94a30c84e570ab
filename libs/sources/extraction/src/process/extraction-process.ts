import { fork, type ChildProcess } from 'node:child_process';
import type { ExtractionOutcome, ExtractionRequest, Refusal } from '@tributary/sources-port';
import type { ExtractionBudgets } from '../budgets/budgets.js';
import { OUT_OF_MEMORY_SIGNAL, type Delivery, type Order } from './messages.js';

/** A process runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/process/extraction-main.js' : './extraction-main.js', import.meta.url);
/** Of the memory it may use, for objects of JavaScript; the rest is for bytes and for itself. */
const HEAP_SHARE = 0.7;
/** One that holds this share of its memory after a document is not given another. */
const WORN_SHARE = 0.5;

/** One process that extracts one document at a time, without environment variables, and without the right to write files or start programs. */
export class ExtractionProcess {
  readonly #budgets: ExtractionBudgets;
  readonly #child: ChildProcess;
  #settle: ((outcome: ExtractionOutcome) => void) | undefined;
  #timedOut = false;
  #isEnded = false;
  #isWorn = false;

  constructor(budgets: ExtractionBudgets) {
    this.#budgets = budgets;
    const heapMb = Math.max(64, Math.floor(budgets.memoryMb * HEAP_SHARE));
    this.#child = fork(ENTRY, [budgets.memoryMb.toString()], {
      execArgv: [`--max-old-space-size=${heapMb}`, '--permission', '--allow-fs-read=*', '--allow-worker', '--no-warnings'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (delivery: Delivery) => {
      this.#isWorn = delivery.rss > budgets.memoryMb * 1024 * 1024 * WORN_SHARE;
      this.#finish(delivery.outcome);
    });
    this.#child.on('error', () => {
      this.#end(undefined);
    });
    this.#child.on('exit', (_code, signal) => {
      this.#end(signal);
    });
    this.#hold(false);
  }

  /** Whether it can be given a document. */
  get isUsable(): boolean {
    return !this.#isEnded && !this.#isWorn;
  }

  /** Extracts one document; the next may be given when it is settled. Kills itself over it where it takes too long. */
  async extract(request: ExtractionRequest): Promise<ExtractionOutcome> {
    const { timeoutMs } = this.#budgets;
    const timer = setTimeout(() => {
      this.#timedOut = true;
      this.kill();
    }, timeoutMs);
    this.#hold(true);
    try {
      return await new Promise<ExtractionOutcome>((resolve) => {
        this.#settle = resolve;
        if (this.#isEnded) this.#end(null);
        else
          this.#child.send(orderOf(request, this.#budgets), (error) => {
            if (error) this.kill();
          });
      });
    } finally {
      clearTimeout(timer);
      this.#hold(false);
    }
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #finish(outcome: ExtractionOutcome): void {
    this.#settle?.(outcome);
    this.#settle = undefined;
  }

  #end(signal: NodeJS.Signals | null | undefined): void {
    this.#isEnded = true;
    this.#finish(this.#timedOut ? timedOut(this.#budgets) : died(signal, this.#budgets));
  }

  /** While it works it keeps this process alive, and otherwise not. */
  #hold(isBusy: boolean): void {
    if (this.#isEnded) return;
    if (isBusy) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }
}

function orderOf(
  { bytes, ...rest }: ExtractionRequest,
  { maxBytes, maxUnpackedBytes, maxRatio, maxEntries, maxDepth }: ExtractionBudgets,
): Order {
  // A view of a pooled buffer would be sent with the whole pool.
  const own = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { request: { ...rest, bytes: own }, budgets: { maxBytes, maxUnpackedBytes, maxRatio, maxEntries, maxDepth } };
}

function timedOut({ timeoutMs }: ExtractionBudgets): Refusal {
  return { extracted: false, reason: 'timed-out', detail: `It was not through after ${timeoutMs / 1000} s.` };
}

// V8 aborts a process whose heap is full.
function died(signal: NodeJS.Signals | null | undefined, { memoryMb }: ExtractionBudgets): Refusal {
  return signal === OUT_OF_MEMORY_SIGNAL || signal === 'SIGABRT'
    ? { extracted: false, reason: 'out-of-memory', detail: `It needs more than ${memoryMb} MB of memory.` }
    : { extracted: false, reason: 'damaged', detail: 'The program that reads it ended over it.' };
}
