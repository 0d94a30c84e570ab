import { randomUUID } from 'node:crypto';
import type { Clock } from '@tributary/kernel';
import type { CursorStore } from '@tributary/state-port';
import { packList, unpackList, type PackedList } from './packed-list.js';
import type { RankedList } from './ranked-list.js';

const KEPT_MS = 600_000;
const MOST_LISTS = 1000;

/** Ranked lists in the memory of this process, at most a thousand: the oldest goes first of who has most, so that nobody who asks without end takes what others keep. */
export class MemoryCursorStore implements CursorStore<RankedList> {
  readonly #lists = new Map<string, { readonly list: PackedList; readonly expiresAt: number }>();
  readonly #ofCaller = new Map<string, number>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  put(list: RankedList): Promise<string> {
    this.#forgetExpired();
    if (this.#lists.size >= MOST_LISTS) this.#forgetOneOfMost();
    const id = randomUUID();
    this.#lists.set(id, { list: packList(list), expiresAt: this.#clock.now() + KEPT_MS });
    this.#count(list.caller, 1);
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
  #forgetExpired(): void {
    for (const [id, { list, expiresAt }] of this.#lists) {
      if (expiresAt > this.#clock.now()) return;
      this.#forget(id, list.caller);
    }
  }

  #forgetOneOfMost(): void {
    const most = Math.max(...this.#ofCaller.values());
    for (const [id, { list }] of this.#lists) {
      if (this.#ofCaller.get(list.caller) !== most) continue;
      this.#forget(id, list.caller);
      return;
    }
  }

  #forget(id: string, caller: string): void {
    this.#lists.delete(id);
    this.#count(caller, -1);
  }

  #count(caller: string, change: 1 | -1): void {
    const lists = (this.#ofCaller.get(caller) ?? 0) + change;
    if (lists === 0) this.#ofCaller.delete(caller);
    else this.#ofCaller.set(caller, lists);
  }
}
