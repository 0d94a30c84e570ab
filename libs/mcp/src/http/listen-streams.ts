import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { Operations, Principal } from '@tributary/contracts';
import { z } from 'zod';
import { watchResources, type ResourceChange } from '../subscriptions/watch-resources.js';

/** Streams one process holds open at once, and those of one caller among them. */
const MAX_STREAMS = 1_024;
const MAX_OF_CALLER = 64;
/** Each is read again at every look. */
const MAX_WATCHED = 100;
/** The client then opens another one. */
const LONGEST_MS = 30 * 60_000;

const ListenRequest = z.object({
  id: z.union([z.string(), z.number()]),
  params: z.object({
    notifications: z.object({ resourcesListChanged: z.boolean().optional(), resourceSubscriptions: z.array(z.string()).default([]) }),
  }),
});

/** A handler of the SDK, as far as a stream needs it. */
interface ListenHandler {
  fetch(request: Request, options: { readonly parsedBody?: unknown }): Promise<Response>;
  close(): Promise<void>;
}

interface Listening {
  readonly principal: Principal;
  /** Who he is now; a rejection ends the stream. */
  readonly current: () => Promise<Principal>;
  /** Makes the handler that serves the one stream. */
  readonly makeHandler: (options: { readonly bus: ServerEventBus; readonly maxSubscriptions: number }) => ListenHandler;
}

/** Streams of `subscriptions/listen` (2026-07-28): each has events of its own, seen with the eyes of its caller. */
export class ListenStreams {
  /** The caller of each. */
  readonly #open = new Map<ListenHandler, string>();
  readonly #operations: Pick<Operations, 'fetch' | 'listCollections'>;
  readonly #everyMs: number;
  readonly #longestMs: number;

  constructor(
    operations: Pick<Operations, 'fetch' | 'listCollections'>,
    { everyMs, longestMs = LONGEST_MS }: { readonly everyMs: number; readonly longestMs?: number | undefined },
  ) {
    this.#operations = operations;
    this.#everyMs = everyMs;
    this.#longestMs = longestMs;
  }

  /** @param message the request’s body, parsed */
  serve(request: Request, message: unknown, { principal, current, makeHandler }: Listening): Promise<Response> {
    const parsed = ListenRequest.safeParse(message);
    // What is no such request is refused by the SDK, which then never subscribes.
    const { resourcesListChanged: list = false, resourceSubscriptions: uris } = parsed.data?.params.notifications ?? {
      resourceSubscriptions: [],
    };
    if (uris.length > MAX_WATCHED) return Promise.resolve(tooMany(parsed.data?.id));
    const bus: ServerEventBus = {
      publish: () => undefined,
      subscribe: (listener) => {
        const ending = new AbortController();
        this.#hold(handler, principal, ending.signal);
        void watchResources({
          operations: this.#operations,
          caller: () =>
            current().catch((error: unknown) => {
              void handler.close();
              throw error;
            }),
          signal: ending.signal,
          everyMs: this.#everyMs,
          wanted: () => ({ list, uris }),
          tell: (change) => {
            listener(eventOf(change));
          },
        });
        return () => {
          ending.abort();
        };
      },
    };
    const handler = makeHandler({ bus, maxSubscriptions: this.#isFull(principal) ? 0 : 1 });
    return handler.fetch(request, { parsedBody: message });
  }

  /** Ends every stream, as the protocol wants it: with a result. */
  async close(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((handler) => handler.close()));
  }

  #isFull({ subject }: Principal): boolean {
    const own = [...this.#open.values()].filter((caller) => caller === subject).length;
    return this.#open.size >= MAX_STREAMS || own >= MAX_OF_CALLER;
  }

  #hold(handler: ListenHandler, { subject }: Principal, ended: AbortSignal): void {
    this.#open.set(handler, subject);
    const longest = setTimeout(() => void handler.close(), this.#longestMs);
    ended.addEventListener('abort', () => {
      clearTimeout(longest);
      this.#open.delete(handler);
    });
  }
}

function eventOf(change: ResourceChange) {
  return change.kind === 'list' ? ({ kind: 'resources_list_changed' } as const) : ({ kind: 'resource_updated', uri: change.uri } as const);
}

function tooMany(id: string | number | undefined): Response {
  const message = `One subscription watches at most ${MAX_WATCHED.toString()} resources: name fewer.`;
  return Response.json({ jsonrpc: '2.0', id, error: { code: -32602, message } }, { status: 400 });
}
