import { MIB } from '@tributary/kernel';

/** What an entry costs beside what its value weighs. */
const ENTRY_BYTES = 512;
const DEFAULT_MOST_BYTES = 16 * MIB;
/** While there is no room, entries this old are taken for forgotten by whoever wrote them. */
const OLD_MS = 60_000;

export interface RecentRecord<T> {
  readonly revision: number;
  readonly value: T;
}

interface Entry<T> extends RecentRecord<T> {
  readonly bytes: number;
  readonly keptAt: number;
}

/** Records that this process has just written or read and will soon read again, parsed: whether one still stands is told by its revision. What is written
 *  first is read first, so that newer ones are not kept while there is no room. */
export class RecentRecords<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #mostBytes: number;
  readonly #now: () => number;
  #bytes = 0;

  constructor({
    mostBytes = DEFAULT_MOST_BYTES,
    now = () => performance.now(),
  }: { readonly mostBytes?: number; readonly now?: () => number } = {}) {
    this.#mostBytes = mostBytes;
    this.#now = now;
  }

  get(key: string): RecentRecord<T> | undefined {
    return this.#entries.get(key);
  }

  /** @param weight bytes of the value, roughly */
  keep(key: string, record: RecentRecord<T>, weight: number): void {
    this.drop(key);
    const bytes = weight + ENTRY_BYTES;
    if (this.#bytes + bytes > this.#mostBytes) this.#makeRoom();
    if (this.#bytes + bytes > this.#mostBytes) return;
    this.#bytes += bytes;
    this.#entries.set(key, { ...record, bytes, keptAt: this.#now() });
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }

  #makeRoom(): void {
    const before = this.#now() - OLD_MS;
    for (const [key, { keptAt }] of this.#entries) {
      if (keptAt > before) return;
      this.drop(key);
    }
  }
}
