import { randomUUID } from 'node:crypto';
import type { Clock } from '@tributary/kernel';
import type { CursorStore } from '@tributary/state-port';
import { packList, unpackList, type PackedList } from './packed-list.js';
import type { RankedList } from './ranked-list.js';

const KEPT_MS = 600_000;
const MOST_LISTS = 1000;

/** Ranked lists in the memory of this process, at most a thousand: the oldest goes first. */
export class MemoryCursorStore implements CursorStore<RankedList> {
  readonly #lists = new Map<string, { readonly list: PackedList; readonly expiresAt: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(list: RankedList): Promise<string> {
    this.#forgetOld();
    const id = randomUUID();
    this.#lists.set(id, { list: packList(list), expiresAt: this.#clock.now() + KEPT_MS });
    return Promise.resolve(id);
  }

  get(id: string): Promise<RankedList | undefined> {
    const kept = this.#lists.get(id);
    return Promise.resolve(kept && kept.expiresAt > this.#clock.now() ? unpackList(kept.list) : undefined);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Lists are kept in the order they came, which is the order they expire in. */
  #forgetOld(): void {
    for (const [id, { expiresAt }] of this.#lists) {
      if (expiresAt > this.#clock.now() && this.#lists.size < MOST_LISTS) return;
      this.#lists.delete(id);
    }
  }
}
