import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Listen = z.object({
  id: z.union([z.string(), z.number()]),
  params: z.object({
    notifications: z.object({ resourcesListChanged: z.boolean().optional(), resourceSubscriptions: z.array(z.string()).optional() }),
  }),
});
const Subscribe = z.object({ params: z.object({ uri: z.string() }) });
const Cancelled = z.object({ params: z.object({ requestId: z.union([z.string(), z.number()]) }) });

interface Wanted {
  readonly list: boolean;
  readonly uris: readonly string[];
}

/** What the client of one connection wants to be told of, by the messages it sent: `resources/subscribe` of 2025, `subscriptions/listen` of 2026-07-28. */
export class ConnectionSubscriptions {
  readonly #byKey = new Map<string, Wanted>();

  /** True while anything is wanted. */
  get isWatching(): boolean {
    return this.#byKey.size > 0;
  }

  /** Everything that is wanted, whoever asked. */
  wanted(): Wanted {
    const all = [...this.#byKey.values()];
    return { list: all.some(({ list }) => list), uris: [...new Set(all.flatMap(({ uris }) => uris))] };
  }

  observe(message: JSONRPCMessage): void {
    switch ('method' in message ? message.method : undefined) {
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        this.#subscribe(message);
        break;
      case 'subscriptions/listen':
        this.#listen(message);
        break;
      case 'notifications/cancelled': {
        const { data } = Cancelled.safeParse(message);
        if (data) this.#byKey.delete(`listen ${data.params.requestId.toString()}`);
        break;
      }
      default:
    }
  }

  #subscribe(message: JSONRPCMessage): void {
    const { data } = Subscribe.safeParse(message);
    if (!data) return;
    const { uri } = data.params;
    const isSubscribing = 'method' in message && message.method === 'resources/subscribe';
    if (isSubscribing) this.#byKey.set(`uri ${uri}`, { list: false, uris: [uri] });
    else this.#byKey.delete(`uri ${uri}`);
  }

  #listen(message: JSONRPCMessage): void {
    const { data } = Listen.safeParse(message);
    if (!data) return;
    const { resourcesListChanged: list = false, resourceSubscriptions: uris = [] } = data.params.notifications;
    if (list || uris.length > 0) this.#byKey.set(`listen ${data.id.toString()}`, { list, uris });
  }
}
