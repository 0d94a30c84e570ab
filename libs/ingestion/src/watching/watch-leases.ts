import type { Catalog, WatchRecord } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';

/** Longer than this nobody holds a watch without saying so again. */
const WATCH_LEASE_MS = 10_000;

type Watching = Pick<WatchRecord, 'method' | 'note'>;

/** Who watches which source: one process each, under a lease that ends by itself when the process does. */
export class WatchLeases {
  readonly #watches: Catalog['watches'];
  readonly #clock: Clock;
  /** Names this process. */
  readonly #holder: string;

  constructor({ catalog, clock }: { readonly catalog: Catalog; readonly clock: Clock }, holder: string) {
    this.#watches = catalog.watches;
    this.#clock = clock;
    this.#holder = holder;
  }

  /** Takes the watch of a source or goes on to hold it. @returns false while another process does */
  async hold(sourceId: string, watching: Watching): Promise<boolean> {
    const now = this.#clock.now();
    const lease = { source_id: sourceId, holder: this.#holder, until: now + WATCH_LEASE_MS, ...watching };
    const standing = await this.#watches.change(sourceId, (present) => {
      const isTheirs = present !== undefined && present.holder !== this.#holder && present.until > now;
      return isTheirs || (present && isFresh(present, lease)) ? { keep: true } : { set: lease };
    });
    return standing?.holder === this.#holder;
  }

  async release(sourceId: string): Promise<void> {
    await this.#watches.deleteWhere([sourceId], ({ holder }) => holder === this.#holder);
  }
}

/** Says the same, with more than half of its time left: not worth a write. */
function isFresh(present: WatchRecord, next: WatchRecord | Omit<WatchRecord, 'v'>): boolean {
  const isSame = present.holder === next.holder && present.method === next.method && present.note === next.note;
  return isSame && next.until - present.until < WATCH_LEASE_MS / 2;
}
