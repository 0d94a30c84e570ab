import type { CallContext, Operations, SourceSummary } from '@tributary/contracts';

interface StandstillOptions {
  readonly operations: Pick<Operations, 'listCollections' | 'status'>;
  readonly call: CallContext;
  /** Without a document more for so long, it is asked why. */
  readonly afterMs?: number;
  readonly now?: () => number;
}

const AFTER_MS = 10_000;
const SAFE = 'What was accepted is safe, and is indexed when that is over; Ctrl-C ends the waiting.';

/** Tells once why nothing goes on, where it is known: an engine or a model does not answer, or no worker is there. */
export class Standstill {
  readonly #with: StandstillOptions;
  readonly #afterMs: number;
  readonly #now: () => number;
  #counts = '';
  #since = 0;
  #isSaid = false;

  constructor(options: StandstillOptions) {
    this.#with = options;
    this.#afterMs = options.afterMs ?? AFTER_MS;
    this.#now = options.now ?? (() => performance.now());
  }

  /** What to say now, mostly nothing.
   *  @param sources as they are now */
  async look(sources: readonly SourceSummary[]): Promise<readonly string[]> {
    const counts = JSON.stringify(sources.map(({ documents, pending, failed }) => [documents, pending, failed]));
    if (counts !== this.#counts) {
      this.#counts = counts;
      this.#since = this.#now();
      return [];
    }
    const isWorthAsking = this.#now() - this.#since >= this.#afterMs && sources.some(({ pending }) => pending > 0);
    if (this.#isSaid || !isWorthAsking) return [];
    this.#since = this.#now();
    const reasons = [
      ...sources.flatMap(({ name, waits }) => (waits === undefined ? [] : [`${name}: ${waits}`])),
      ...(await this.#reasons(new Set(sources.flatMap(({ collections }) => collections)))),
    ];
    this.#isSaid = reasons.length > 0;
    return this.#isSaid ? [...reasons, SAFE] : [];
  }

  async #reasons(collections: ReadonlySet<string>): Promise<readonly string[]> {
    const all = await this.#with.operations.listCollections(this.#with.call);
    const own = all.filter(({ name }) => collections.has(name));
    const failed = own.filter(({ status }) => status === 'failed');
    return [
      ...failed.map(({ name, status_reason: reason = 'It cannot be written now.' }) => `${name}: ${reason}`),
      ...(await this.#modelsAway(new Set(own.map(({ model }) => model.name)))),
    ];
  }

  async #modelsAway(models: ReadonlySet<string>): Promise<readonly string[]> {
    const { embedders } = await this.#with.operations.status(this.#with.call);
    const away = embedders.filter(({ name, status }) => models.has(name) && status === 'down');
    return away.map(({ name, detail = 'It does not answer.' }) => `The model ${name}: ${detail}`);
  }
}
