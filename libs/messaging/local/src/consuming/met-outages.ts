import type { AnyQueue } from '@tributary/contracts';
import type { ErrorRecord } from '@tributary/kernel';
import { outageKeyOf, standing, type Outage } from '@tributary/messaging-port';

/** What runs of this process met that was away, by queue and key. */
export class MetOutages {
  readonly #met = new Map<string, Map<string, Outage & { readonly at: number }>>();

  note(queue: AnyQueue, data: unknown, { code, message }: ErrorRecord): void {
    const key = outageKeyOf(queue, data);
    if (key === undefined) return;
    const ofQueue = this.#met.get(queue.name) ?? new Map<string, Outage & { readonly at: number }>();
    this.#met.set(queue.name, ofQueue.set(key, { at: Date.now(), code, message }));
  }

  of(queue: string): ReadonlyMap<string, Outage> {
    return standing(this.#met.get(queue) ?? [], Date.now());
  }
}
