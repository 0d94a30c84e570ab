import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { countTokens, hasCode, isAbort } from '@tributary/kernel';
import type { DescribeWhen, EmbedOptions, EmbeddingProvider } from '../provider/embedding-provider.js';
import { chooseBatch, firstBatch, type BatchBounds } from './choose-batch.js';

export interface BatchingOptions extends BatchBounds {
  /** Milliseconds a text waits for others when a batch is not full. */
  readonly waitMs: number;
  /** Batches of documents under way at the same time; queries come on top. */
  readonly inFlight: number;
  /** Texts of like length go together where a batch is padded to its longest; else they go as they came, so that no document waits for one of its passages. */
  readonly order: 'length' | 'arrival';
}

/** Batches of a model behind a server that are under way at once, unless said otherwise. */
export const BATCHES_IN_FLIGHT = 4;

const DEFAULTS: BatchingOptions = { texts: 64, tokens: 8192, waitMs: 5, inFlight: BATCHES_IN_FLIGHT, order: 'length' };

/** A call of `embed`: settled when its last text is. */
interface Call {
  readonly vectors: (Float32Array | undefined)[];
  readonly signal: AbortSignal | undefined;
  open: number;
  isOver: boolean;
  readonly resolve: (vectors: readonly Float32Array[]) => void;
  readonly reject: (reason: unknown) => void;
}

interface Item {
  readonly call: Call;
  readonly at: number;
  readonly text: string;
  readonly tokens: number;
}

/** Gathers the documents of calls made at the same time into batches bounded by tokens, of about equal length or as they came. Queries and passages that are reranked go at once,
 *  between the batches: they never wait behind documents. A text that spoils its batch costs only the call it came with. */
export class BatchingProvider implements EmbeddingProvider {
  readonly name: string;
  readonly #inner: EmbeddingProvider;
  readonly #options: BatchingOptions;
  #waiting: Item[] = [];
  #underWay = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(inner: EmbeddingProvider, options: Partial<BatchingOptions> = {}) {
    this.name = inner.name;
    this.#inner = inner;
    this.#options = { ...DEFAULTS, ...options };
  }

  describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel> {
    return this.#inner.describe(signal, when);
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    if (options.kind === 'query' || options.isUrgent === true || texts.length === 0) return this.#inner.embed(texts, options);
    return this.#gather(texts, options.signal);
  }

  health(signal?: AbortSignal): Promise<ComponentHealth> {
    return this.#inner.health(signal);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #gather(texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<readonly Float32Array[]>();
    const call: Call = { vectors: texts.map(() => undefined), signal, open: texts.length, isOver: false, resolve, reject };
    texts.forEach((text, at) => this.#waiting.push({ call, at, text, tokens: Math.max(1, countTokens(text)) }));
    const giveUp = () => {
      this.#end(call, signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    this.#pump();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  #pump(): void {
    const { inFlight, waitMs } = this.#options;
    while (this.#underWay < inFlight && this.#isFull()) void this.#run(this.#take());
    if (this.#timer !== undefined || this.#underWay >= inFlight || this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#underWay < inFlight && this.#waiting.length > 0) void this.#run(this.#take());
      this.#pump();
    }, waitMs);
  }

  #isFull(): boolean {
    const { texts, tokens } = this.#options;
    if (this.#waiting.length >= texts) return true;
    return this.#waiting.reduce((sum, item) => sum + item.tokens, 0) >= tokens;
  }

  #take(): readonly Item[] {
    const { order } = this.#options;
    const batch = new Set((order === 'length' ? chooseBatch : firstBatch)(this.#waiting, this.#options));
    this.#waiting = this.#waiting.filter((item) => !batch.has(item));
    return [...batch];
  }

  async #run(batch: readonly Item[]): Promise<void> {
    this.#underWay++;
    await this.#embed(batch);
    this.#underWay--;
    this.#pump();
  }

  /** Never rejects: what fails is told to the calls. */
  async #embed(batch: readonly Item[]): Promise<void> {
    const items = batch.filter(({ call }) => !call.isOver);
    const calls = [...new Set(items.map(({ call }) => call))];
    if (calls.length === 0) return;
    const controller = new AbortController();
    const stop = () => {
      if (calls.every(({ isOver }) => isOver)) controller.abort();
    };
    for (const { signal } of calls) signal?.addEventListener('abort', stop);
    try {
      const texts = items.map(({ text }) => text);
      const vectors = await this.#inner.embed(texts, { kind: 'document', signal: controller.signal });
      items.forEach((item, i) => {
        this.#settle(item, vectors[i]);
      });
    } catch (error) {
      if (calls.length > 1 && isOfSomeText(error)) await this.#embedByCall(items, calls);
      else for (const call of calls) if (!isAbort(error) || !call.isOver) this.#end(call, error);
    } finally {
      for (const { signal } of calls) signal?.removeEventListener('abort', stop);
    }
  }

  async #embedByCall(items: readonly Item[], calls: readonly Call[]): Promise<void> {
    for (const call of calls) await this.#embed(items.filter((item) => item.call === call));
  }

  #settle({ call, at }: Item, vector: Float32Array | undefined): void {
    if (call.isOver) return;
    call.vectors[at] = vector;
    if (--call.open > 0) return;
    call.isOver = true;
    call.resolve(call.vectors.filter((one) => one !== undefined));
  }

  #end(call: Call, reason: unknown): void {
    if (call.isOver) return;
    call.isOver = true;
    this.#waiting = this.#waiting.filter((item) => item.call !== call);
    call.reject(reason);
  }
}

/** True where another text may fare better. */
function isOfSomeText(error: unknown): boolean {
  return hasCode(error, 'EMBEDDER.ANSWER_INVALID') || hasCode(error, 'EMBEDDER.REQUEST_REFUSED');
}
