import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { abortReason, permanent, retryable, type TributaryError } from '@tributary/kernel';
import { codeOf, settingOf, titleOf, type ModelOwner } from '../owner/model-owner.js';
import { loadFailure } from './load-failure.js';
import type { FromThread, Task, ThreadModel, ToThread } from '../thread/messages.js';

/** A thread runs the built file also where the rest is run from its sources. */
const ENTRY = '@tributary/onnx/thread';
/** A batch that runs is waited for this long at the end. */
const CLOSE_MS = 5000;

interface Waiting {
  readonly resolve: (rows: readonly Float32Array[]) => void;
  readonly reject: (error: Error) => void;
}

/** One loaded model on a thread of its own: computing never holds up the event loop. The process may end while it idles. */
export class ModelThread {
  readonly #owner: ModelOwner;
  readonly #model: ThreadModel;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #hasAnswered = false;
  /** Why it can compute nothing any more. */
  #ended: TributaryError | undefined;

  constructor(owner: ModelOwner, model: ThreadModel) {
    this.#owner = owner;
    this.#model = model;
    this.#worker = new Worker(createRequire(import.meta.url).resolve(ENTRY), { workerData: model, name: `model ${owner.name}` });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => {
      this.#receive(message);
    });
    this.#worker.once('error', (error: Error) => {
      this.#end(
        retryable(codeOf(owner, 'UNAVAILABLE'), `${titleOf(owner)}: its thread ended: ${error.message}. It is started again.`, {
          cause: error,
        }),
      );
    });
    this.#worker.once('exit', () => {
      this.#end(retryable(codeOf(owner, 'UNAVAILABLE'), `${titleOf(owner)} was closed while it was at work.`));
    });
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** True once it has computed something: the model is loaded. */
  get isReady(): boolean {
    return this.#hasAnswered && !this.hasEnded;
  }

  /** True while something is computed or waits for it. */
  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  /** The numbers of the model for each text, at least one. @throws `….UNAVAILABLE` and `….ANSWER_INVALID` under the codes of the owner, the signal's reason */
  run(task: Omit<Task, 'id'>, { signal }: { readonly signal: AbortSignal | undefined }): Promise<readonly Float32Array[]> {
    if (this.#ended) return Promise.reject(this.#ended);
    if (signal?.aborted === true) return Promise.reject(abortReason(signal));
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
    this.#waiting.set(id, { resolve, reject });
    this.#worker.ref();
    const giveUp = () => {
      this.#send({ kind: 'cancel', id });
      this.#settle(id, ({ reject: giveUpOn }) => {
        giveUpOn(abortReason(signal));
      });
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#send({ ...task, kind: 'run', id });
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
      const { reason, file } = message;
      this.#end(loadFailure(reason, { owner: this.#owner, onnxFile: this.#model.onnxFile, ...(file === undefined ? {} : { file }) }));
      return;
    }
    this.#settle(message.id, ({ resolve, reject }) => {
      if (message.kind === 'failed') reject(answerInvalid(this.#owner, message.reason));
      else {
        this.#hasAnswered = true;
        resolve(rowsOf(message.rows, message.width));
      }
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

function rowsOf(rows: Float32Array, width: number): readonly Float32Array[] {
  return Array.from({ length: rows.length / Math.max(1, width) }, (_, i) => rows.subarray(i * width, (i + 1) * width));
}

/** What a model gives cannot be used. */
export function answerInvalid(owner: ModelOwner, reason: string): TributaryError {
  const sentence = `${titleOf(owner)} cannot read this: ${reason}. Check its files, or another ${settingOf(owner, 'file')}.`;
  return permanent(codeOf(owner, 'ANSWER_INVALID'), sentence, { category: 'internal' });
}
