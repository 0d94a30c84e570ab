import { fromErrorRecord, retryable, toErrorRecord } from '@tributary/kernel';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WriterPlace } from '../store/store.js';
import { pointCount } from '../write/packed-document.js';
import type { Write } from '../write/writes.js';
import type { BatchReply, WriteBatch, WriteReply } from './messages.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/writer/writer-thread.js' : './writer-thread.js', import.meta.url);
/** What comes while a batch is committed makes the next one: large batches cost everybody less than a thread that never waits. */
const BATCHES_UNDER_WAY = 1;
const MOST_WRITES = 256;
/** Points a batch begins its last write with at most: what comes meanwhile waits for it. */
const MOST_POINTS = 256;
/** Its garbage is short-lived, and a small young generation keeps the process small. */
const YOUNG_MB = 16;

interface Waiting {
  readonly write: Write;
  readonly settle: (reply: WriteReply) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

interface ThreadWriterOptions {
  /** Called with the collections that a commit changed, before its writes are answered. */
  readonly onCommit: (collections: readonly number[]) => void;
  /** The thread ended by itself; what waited has been rejected. */
  readonly onLost: () => void;
}

/** The main thread’s side of the writer thread. */
export class ThreadWriter {
  readonly #worker: Worker;
  readonly #options: ThreadWriterOptions;
  #waiting: Waiting[] = [];
  readonly #underWay = new Map<number, readonly Waiting[]>();
  #number = 0;
  #isPosting = false;
  #isEnding = false;
  #ended: Promise<void> | undefined;

  private constructor(worker: Worker, options: ThreadWriterOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (reply: BatchReply) => {
      this.#settle(reply);
    });
    worker.on('error', (error) => {
      this.#lose(error);
    });
    worker.on('exit', () => {
      this.#lose(undefined);
    });
    worker.unref();
  }

  /** @returns when the thread takes writes @throws when it cannot be started */
  static async start(place: WriterPlace, options: ThreadWriterOptions): Promise<ThreadWriter> {
    const workerData: WriterPlace = { file: place.file, inode: place.inode, maxBytes: place.maxBytes };
    const worker = new Worker(ENTRY, { workerData, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
    await started(worker);
    return new ThreadWriter(worker, options);
  }

  get #isIdle(): boolean {
    return this.#waiting.length === 0 && this.#underWay.size === 0;
  }

  /** @returns the result when it is durable */
  write(write: Write, signal: AbortSignal | undefined): Promise<unknown> {
    if (this.#isEnding) return Promise.reject(lost(undefined));
    return new Promise((resolve, reject) => {
      const settle = (reply: WriteReply): void => {
        if ('error' in reply) reject(fromErrorRecord(reply.error));
        else resolve(reply.result);
      };
      this.#waiting.push({ write, settle, reject, signal });
      this.#postSoon();
    });
  }

  /** Resolves when everything handed in is answered and the thread has ended. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    while (!this.#isIdle) await new Promise(setImmediate);
    if (this.#isEnding) return;
    this.#isEnding = true;
    const exit = once(this.#worker, 'exit');
    this.#worker.ref();
    this.#worker.postMessage('end');
    await exit;
  }

  /** Writes of the same turn of the event loop go in one message. */
  #postSoon(): void {
    if (this.#isPosting || this.#underWay.size >= BATCHES_UNDER_WAY) return;
    this.#isPosting = true;
    setImmediate(() => {
      this.#isPosting = false;
      this.#post();
    });
  }

  #post(): void {
    const taken = this.#waiting.splice(0, batchSize(this.#waiting));
    const wanted = taken.filter(({ signal }) => signal?.aborted !== true);
    for (const { signal, reject } of taken) if (signal?.aborted) reject(signal.reason);
    if (wanted.length > 0) {
      const batch: WriteBatch = { number: this.#number++, writes: wanted.map(({ write }) => write) };
      this.#underWay.set(batch.number, wanted);
      this.#worker.ref();
      this.#worker.postMessage(batch, batch.writes.flatMap(buffersOf));
    }
    if (this.#waiting.length > 0) this.#postSoon();
  }

  #settle({ number, replies, collections }: BatchReply): void {
    const batch = this.#underWay.get(number) ?? [];
    this.#underWay.delete(number);
    if (this.#underWay.size === 0) this.#worker.unref();
    this.#options.onCommit(collections);
    batch.forEach(({ settle }, i) => {
      settle(replies[i] ?? { error: toErrorRecord(lost(undefined)) });
    });
    if (this.#waiting.length > 0) this.#postSoon();
  }

  #lose(cause: unknown): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    for (const { reject } of [...[...this.#underWay.values()].flat(), ...this.#waiting]) reject(lost(cause));
    this.#underWay.clear();
    this.#waiting = [];
    this.#options.onLost();
  }
}

/** What goes to the thread without being copied: nobody here reads it again. */
function buffersOf({ name, input }: Write): readonly ArrayBuffer[] {
  return name === 'write-document' ? [input.numbers] : [];
}

/** How many of the writes that wait make the next batch. */
function batchSize(waiting: readonly Waiting[]): number {
  let points = 0;
  const most = Math.min(MOST_WRITES, waiting.length);
  for (let size = 0; size < most; size++) {
    if (points >= MOST_POINTS) return size;
    const write = waiting[size]?.write;
    if (write?.name === 'write-document') points += pointCount(write.input);
  }
  return most;
}

/** Waits for the first message, by which the thread says that its store is open. */
async function started(worker: Worker): Promise<void> {
  const ended = new AbortController();
  worker.once('exit', () => {
    ended.abort();
  });
  await once(worker, 'message', { signal: ended.signal });
}

function lost(cause: unknown) {
  return retryable('ENGINE.WRITER_LOST', 'The thread that writes the store ended unexpectedly; try again.', { cause });
}
