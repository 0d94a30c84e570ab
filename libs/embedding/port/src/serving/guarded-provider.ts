import type { CardModel, ComponentHealth } from '@tributary/contracts';
import { retryable, systemClock, toErrorRecord, type Clock } from '@tributary/kernel';
import type { DescribeWhen, EmbedOptions, EmbeddingProvider } from '../provider/embedding-provider.js';
import type { WordModel } from '../words/word-model.js';

const FAILURES = 3;
const WINDOW_MS = 10_000;
const OPEN_MS = 5000;
const RATE_LIMITED = 'EMBEDDER.RATE_LIMITED';

/** Why nothing is asked for a while. */
interface Closure {
  readonly until: number;
  readonly code: string;
  readonly message: string;
}

/** Leaves a model server alone while that is the best one can do for it: until the moment it named after too many requests, and for five seconds
 *  after three failures in ten. Calls fail at once then, with the time that is left, so that searches go on by words and jobs are put off. */
export class GuardedProvider implements EmbeddingProvider {
  readonly name: string;
  readonly words?: WordModel;
  readonly #inner: EmbeddingProvider;
  readonly #clock: Clock;
  #failures: readonly number[] = [];
  #closed: Closure | undefined;
  #lastHealth: ComponentHealth | undefined;

  constructor(inner: EmbeddingProvider, clock: Clock = systemClock) {
    this.name = inner.name;
    this.#inner = inner;
    this.#clock = clock;
    if (inner.words !== undefined) this.words = inner.words;
  }

  describe(signal?: AbortSignal, when?: DescribeWhen): Promise<CardModel> {
    return this.#guarded(() => this.#inner.describe(signal, when));
  }

  embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
    return texts.length === 0 ? this.#inner.embed(texts, options) : this.#guarded(() => this.#inner.embed(texts, options));
  }

  /** Asks the server also after failures, but not before the moment that it named itself. */
  async health(signal?: AbortSignal): Promise<ComponentHealth> {
    const closed = this.#closed;
    if (closed?.code === RATE_LIMITED && closed.until > this.#clock.now() && this.#lastHealth !== undefined)
      return { ...this.#lastHealth, status: 'down', detail: closed.message };
    this.#lastHealth = await this.#inner.health(signal);
    return this.#lastHealth;
  }

  close(): Promise<void> {
    this.#failures = [];
    this.#closed = undefined;
    return this.#inner.close();
  }

  async #guarded<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.#requireOpen();
    try {
      const result = await ask();
      this.#failures = [];
      return result;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  #requireOpen(): void {
    if (this.#closed === undefined) return;
    const { until, code, message } = this.#closed;
    const retryAfterMs = until - this.#clock.now();
    if (retryAfterMs > 0)
      throw retryable(code, message, {
        category: code.endsWith('RATE_LIMITED') ? 'overloaded' : 'unavailable',
        retryAfterMs,
        untaken: true,
      });
    this.#closed = undefined;
  }

  #note(error: unknown): void {
    const { code, message, retryAfterMs } = toErrorRecord(error);
    const now = this.#clock.now();
    if (code === RATE_LIMITED) this.#close({ code, message, until: now + (retryAfterMs ?? OPEN_MS) });
    if (code !== 'EMBEDDER.UNAVAILABLE') return;
    this.#failures = [...this.#failures.filter((at) => now - at < WINDOW_MS), now].slice(-FAILURES);
    if (this.#failures.length === FAILURES) this.#close({ code, message, until: now + Math.max(OPEN_MS, retryAfterMs ?? 0) });
  }

  /** The latest moment counts: answers to requests sent before may say an earlier one. */
  #close(closure: Closure): void {
    if (this.#closed === undefined || closure.until > this.#closed.until) this.#closed = closure;
  }
}
