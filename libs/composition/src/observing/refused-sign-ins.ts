import type { Logger } from '@tributary/platform';
import type { ProcessMetrics } from '@tributary/platform/metrics';

const MINUTE_MS = 60_000;
/** Addresses that are told apart within a minute. */
const MOST_ADDRESSES = 1_000;
const OTHERS = 'others';

interface Told {
  /** Since the last line. */
  more: number;
  readonly timer: NodeJS.Timeout;
}

interface RefusedSignInsOptions {
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Pick<ProcessMetrics, 'signInsRefused'>;
  /** Between two lines of one address. */
  readonly everyMs?: number;
}

/** Counts sign-ins and tokens that were refused, and tells of them by address: the first one at once, those after it a minute later in one line. */
export class RefusedSignIns {
  readonly #byAddress = new Map<string, Told>();
  readonly #options: RefusedSignInsOptions;

  constructor(options: RefusedSignInsOptions) {
    this.#options = options;
  }

  /** @param from of the connection: behind a proxy that of the proxy */
  note(from: string): void {
    this.#options.metrics.signInsRefused.inc();
    const address = this.#byAddress.has(from) || this.#byAddress.size < MOST_ADDRESSES ? from : OTHERS;
    const told = this.#byAddress.get(address);
    if (told === undefined) this.#tell(address, 1);
    else told.more++;
  }

  /** Tells what was not told yet. */
  close(): void {
    for (const [address, { more, timer }] of this.#byAddress) {
      clearTimeout(timer);
      if (more > 0) this.#write(address, more);
    }
    this.#byAddress.clear();
  }

  #tell(address: string, refused: number): void {
    this.#write(address, refused);
    const timer = setTimeout(() => {
      const more = this.#byAddress.get(address)?.more ?? 0;
      this.#byAddress.delete(address);
      if (more > 0) this.#tell(address, more);
    }, this.#options.everyMs ?? MINUTE_MS);
    timer.unref();
    this.#byAddress.set(address, { more: 0, timer });
  }

  #write(address: string, refused: number): void {
    this.#options.logger.warn('sign-in refused', { address, refused });
  }
}
