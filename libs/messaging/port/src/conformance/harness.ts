import type { AnyQueue } from '@tributary/contracts';
import type { LimitsByQueue } from '../limits/limits.js';
import type { Queues } from '../queues/queues.js';

export interface OpenOptions {
  readonly limits?: LimitsByQueue;
}

/** One store of an adapter, and how to reach it. */
export interface QueuesHarness {
  /** A handle of its own, as another process would have; the suite closes it. */
  readonly open: (options?: OpenOptions) => Promise<Queues>;
  /** Puts a payload into a queue unchecked, as a foreign program would. */
  readonly addUnchecked: (queue: AnyQueue, payload: unknown) => Promise<void>;
  /** How a child process opens the same store: a module that exports `openQueues(settings)`. Needed where processes are promised. */
  readonly child?: { readonly module: URL; readonly settings: string };
  /** Takes the store away and brings it back with its data. Needed where outages are promised. */
  readonly outage?: { readonly begin: () => Promise<void>; readonly end: () => Promise<void> };
  readonly close: () => Promise<void>;
}

/** What an adapter promises beyond the behaviours every adapter shows. */
export interface QueuesSuite {
  readonly name: string;
  readonly makeHarness: () => Promise<QueuesHarness>;
  /** Jobs outlive processes, and several processes work on one store. */
  readonly processes: boolean;
  /** Requests are answered by other handles than the one that asks. */
  readonly remoteRequests: boolean;
  /** The store can go away and come back. */
  readonly outages: boolean;
  /** Why nothing can be run here, for instance a server that is missing. */
  readonly skip?: string;
}

/** What the behaviours are told with. */
export interface SuiteContext {
  readonly suite: QueuesSuite;
  readonly harness: () => QueuesHarness;
  /** A handle that is closed when the test ends. */
  readonly open: (options?: OpenOptions) => Promise<Queues>;
  /** A queue name no other test uses. */
  readonly freshName: () => string;
}
