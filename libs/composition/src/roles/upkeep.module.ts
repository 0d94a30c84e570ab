import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { maintenanceQueue, syncQueueOf } from '@tributary/contracts';
import { DueSources, ForgetWords, Sweep, isComparedAtStart } from '@tributary/ingestion';
import { errorFields } from '@tributary/platform';
import type { Parts } from '../parts/compose-parts.js';

const SWEEP_EVERY_MS = 60_000;
const RECHECK_EVERY_MS = 300_000;
const WORDS_EVERY_MS = 3_600_000;
/** In services other workers may be at work on what looks forgotten; the only worker of a standalone server is this one. */
const AT_WORK_ELSEWHERE_MS = { local: 0, bullmq: 30_000 } as const;

export interface UpkeepOptions {
  readonly parts: Parts;
  /** Milliseconds after the start until what was left unfinished is taken up; a command that ends before does not begin with it. */
  readonly delayMs: number;
  /** Milliseconds between sweeps; a minute unless said otherwise. */
  readonly sweepEveryMs?: number | undefined;
}

const OPTIONS = Symbol('upkeep');

/** Takes up what an earlier end left unfinished, in the background: the sweep, a sync of every source, then a look at adopted
 *  collections and at words that nothing says any more; later a sweep every minute, a look every five, and at words every hour. */
class Upkeep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #parts: Parts;
  readonly #delayMs: number;
  readonly #sweepEveryMs: number;
  readonly #due: DueSources;
  #startedAt = 0;
  #begin: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #recheck: NodeJS.Timeout | undefined;
  #words: NodeJS.Timeout | undefined;
  readonly #ending = new AbortController();

  constructor(@Inject(OPTIONS) { parts, delayMs, sweepEveryMs = SWEEP_EVERY_MS }: UpkeepOptions) {
    this.#parts = parts;
    this.#delayMs = delayMs;
    this.#sweepEveryMs = sweepEveryMs;
    this.#due = new DueSources(parts);
  }

  onApplicationBootstrap(): void {
    this.#startedAt = this.#parts.clock.now();
    this.#begin = setTimeout(() => void this.#attempt('boot', () => this.#takeUp()), this.#delayMs);
    this.#begin.unref();
    this.#timer = setInterval(() => {
      void this.#attempt('sweep', () => this.#parts.queues.add(maintenanceQueue, { task: 'sweep' }));
      void this.#attempt('due', () => this.#due.run());
    }, this.#sweepEveryMs);
    this.#timer.unref();
    this.#recheck = setInterval(() => void this.#attempt('recheck', () => this.#parts.recheckAdopted.run()), RECHECK_EVERY_MS);
    this.#recheck.unref();
    this.#words = setInterval(() => void this.#forgetWords(), WORDS_EVERY_MS);
    this.#words.unref();
  }

  beforeApplicationShutdown(): void {
    this.#ending.abort();
    clearTimeout(this.#begin);
    clearInterval(this.#timer);
    clearInterval(this.#recheck);
    clearInterval(this.#words);
  }

  async #takeUp(): Promise<void> {
    const { catalog, queues, readers } = this.#parts;
    await this.#attempt('sweep', () => this.#sweep());
    for await (const source of catalog.sources.list()) {
      if (this.#ending.signal.aborted) return;
      const isOurs = readers[source.kind] !== undefined;
      // Somebody may have asked for it meanwhile: what is under way by then, or over, is not done a second time.
      const input = { source_id: source.id, unless_since: this.#startedAt };
      if (isOurs && isComparedAtStart(source)) await queues.add(syncQueueOf(source.kind), input);
    }
    await this.#attempt('recheck', () => this.#parts.recheckAdopted.run());
    await this.#forgetWords();
  }

  #forgetWords(): Promise<void> {
    return this.#attempt('words', () => new ForgetWords(this.#parts).run(this.#ending.signal));
  }

  async #sweep(): Promise<void> {
    const { logger, queueKind } = this.#parts;
    const woken = await new Sweep(this.#parts).run({ olderThanMs: this.#delayMs + AT_WORK_ELSEWHERE_MS[queueKind] });
    if (woken > 0) logger.info('took up what was left unfinished', { woken });
  }

  /** What fails here is tried again by the next sweep. */
  async #attempt(step: string, run: () => Promise<unknown>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!this.#ending.signal.aborted)
        this.#parts.logger.warn('upkeep failed; the next sweep tries again', { step, ...errorFields(error) });
    }
  }
}

@Module({})
export class UpkeepModule {
  static register(options: UpkeepOptions): DynamicModule {
    return { module: UpkeepModule, providers: [{ provide: OPTIONS, useValue: options }, Upkeep] };
  }
}
