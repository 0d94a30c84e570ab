import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { toUnitVector } from '@tributary/embedding-port';
import { permanent, retryable, type TributaryError } from '@tributary/kernel';
import { loadFailure } from './load-failure.js';
import type { FromThread, ThreadModel, ToThread } from '../thread/messages.js';

/** A thread runs the built file also where the rest is run from its sources. */
const ENTRY = '@tributary/embedding-transformers/thread';
/** A batch that runs is waited for this long at the end. */
const CLOSE_MS = 5000;

interface Waiting {
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
}

/** One loaded model on a thread of its own: computing never holds up the event loop. The process may end while it idles. */
export class ModelThread {
  readonly #name: string;
  readonly #model: ThreadModel;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  /** Why it can embed nothing any more. */
  #ended: TributaryError | undefined;

  constructor(name: string, model: ThreadModel) {
    this.#name = name;
    this.#model = model;
    this.#worker = new Worker(createRequire(import.meta.url).resolve(ENTRY), { workerData: model, name: `model ${name}` });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => {
      this.#receive(message);
    });
    this.#worker.once('error', (error: Error) => {
      this.#end(
        retryable('EMBEDDER.UNAVAILABLE', `The thread of the model ${name} ended: ${error.message}. It is started again.`, {
          cause: error,
        }),
      );
    });
    this.#worker.once('exit', () => {
      this.#end(retryable('EMBEDDER.UNAVAILABLE', `The model ${name} was closed while it was at work.`));
    });
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** One unit vector per text. @throws `EMBEDDER.UNAVAILABLE`, `EMBEDDER.ANSWER_INVALID`, the signal's reason */
  embed(texts: readonly string[], { isQuery, signal }: { readonly isQuery: boolean; readonly signal: AbortSignal | undefined }) {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.ref();
    const giveUp = () => {
      this.#send({ kind: 'cancel', id });
      this.#settle(id, ({ reject: giveUpOn }) => {
        giveUpOn(signal?.reason instanceof Error ? signal.reason : new DOMException('The call was aborted.', 'AbortError'));
      });
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#send({ kind: 'embed', id, isQuery, texts });
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    const exited = once(this.#worker, 'exit');
    this.#send({ kind: 'close' });
    const timer = setTimeout(() => void this.#worker.terminate(), CLOSE_MS);
    this.#worker.ref();
    await exited;
    clearTimeout(timer);
  }

  #receive(message: FromThread): void {
    if (message.kind === 'unusable') {
      this.#end(loadFailure(message.reason, { name: this.#name, onnxFile: this.#model.onnxFile }));
      return;
    }
    this.#settle(message.id, ({ resolve, reject }) => {
      const vectors = message.kind === 'vectors' ? unitVectors(message.vectors, message.dimension) : [];
      if (message.kind === 'failed') reject(invalid(this.#name, message.reason));
      else if (message.dimension !== this.#model.dimension) {
        const reason = `it gives ${message.dimension.toString()} numbers, where its files say ${this.#model.dimension.toString()}`;
        reject(invalid(this.#name, reason));
      } else if (vectors === undefined) reject(invalid(this.#name, 'it gives a number that is not finite'));
      else resolve(vectors);
    });
  }

  #settle(id: number, settle: (waiting: Waiting) => void): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (waiting) settle(waiting);
  }

  #end(error: TributaryError): void {
    this.#ended ??= error;
    for (const id of [...this.#waiting.keys()]) {
      this.#settle(id, ({ reject }) => {
        reject(error);
      });
    }
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

function unitVectors(raw: Float32Array, dimension: number): readonly Float32Array[] | undefined {
  const vectors = Array.from({ length: raw.length / dimension }, (_, i) => toUnitVector(raw.subarray(i * dimension, (i + 1) * dimension)));
  return vectors.every((vector) => vector !== undefined) ? vectors : undefined;
}

function invalid(name: string, reason: string): TributaryError {
  return permanent(
    'EMBEDDER.ANSWER_INVALID',
    `The model ${name} cannot embed this: ${reason}. Check its files, or another models.${name}.file.`,
    {
      category: 'internal',
    },
  );
}
