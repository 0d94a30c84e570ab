import type { WriteOutcome } from '@tributary/engines-port';
import { TributaryError } from '@tributary/kernel';
import type { VectorLayout } from '../points/point-codec.js';
import type { PointStore } from '../points/point-store.js';
import { BATCH_BYTES } from './batches.js';
import type { Change } from './change.js';
import { applyChanges } from './document-group.js';
import { LateLeftovers } from './late-leftovers.js';

const MOST_DOCUMENTS = 100;
const GROUPS_AT_ONCE = 3;
/** Roughly what a chunk takes beside its vectors. */
const CHUNK_BYTES = 3_000;
const NUMBER_BYTES = 20;

interface Waiting {
  readonly change: Change;
  readonly layout: VectorLayout;
  readonly signal: AbortSignal | undefined;
  readonly settle: PromiseWithResolvers<WriteOutcome>;
}

/** What is under way in one collection. */
interface Lane {
  readonly waiting: Waiting[];
  readonly busy: Set<string>;
  groups: number;
}

/** Takes changes one by one and makes those together that come while others are under way: a round trip costs the same for one document and for a hundred. */
export class DocumentWriter {
  readonly #store: PointStore;
  readonly #now: () => number;
  readonly #lanes = new Map<string, Lane>();
  readonly #leftovers: LateLeftovers;

  constructor(store: PointStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#leftovers = new LateLeftovers(store);
  }

  apply(
    change: Change,
    {
      collection,
      layout,
      signal,
    }: { readonly collection: string; readonly layout: VectorLayout; readonly signal?: AbortSignal | undefined },
  ): Promise<WriteOutcome> {
    const lane = this.#lanes.get(collection) ?? { waiting: [], busy: new Set(), groups: 0 };
    this.#lanes.set(collection, lane);
    const settle = Promise.withResolvers<WriteOutcome>();
    lane.waiting.push({ change, layout, signal, settle });
    // A turn later, so that what is asked for at once goes together.
    queueMicrotask(() => {
      this.#start(collection, lane);
    });
    return settle.promise;
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await this.#idle();
    await this.#leftovers.close();
  }

  async #idle(): Promise<void> {
    const under = [...this.#lanes.values()].flatMap(({ waiting }) => waiting.map(({ settle }) => settle.promise));
    await Promise.allSettled([...under, ...this.#running]);
  }

  readonly #running = new Set<Promise<void>>();

  #start(collection: string, lane: Lane): void {
    while (lane.groups < GROUPS_AT_ONCE) {
      const group = takeGroup(lane);
      if (group.length === 0) break;
      lane.groups++;
      const run = this.#run(collection, group).finally(() => {
        for (const { change } of group) lane.busy.delete(change.docId);
        lane.groups--;
        this.#running.delete(run);
        this.#start(collection, lane);
      });
      this.#running.add(run);
    }
    if (lane.groups === 0 && lane.waiting.length === 0) this.#lanes.delete(collection);
  }

  async #run(collection: string, group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    if (!first) return;
    const changes = group.map(({ change }) => change);
    try {
      const outcomes = await applyChanges(changes, {
        store: this.#store,
        collection,
        layout: first.layout,
        now: this.#now,
        onTakeover: (anchors) => {
          this.#leftovers.expect(anchors, collection);
        },
      });
      for (const { change, settle } of group) settle.resolve(outcomes.get(change.docId) ?? { outcome: 'unchanged' });
    } catch (error) {
      // One that the server refuses must not take its neighbours with it; a server that is away has refused nobody.
      const isAway = error instanceof TributaryError && error.retryable;
      if (group.length === 1 || isAway) for (const { settle } of group) settle.reject(error);
      else for (const one of group) await this.#run(collection, [one]);
    }
  }
}

/** The next changes of distinct documents that nobody works on, within the bounds of a group; cancelled ones are sorted out. */
function takeGroup({ waiting, busy }: Lane): readonly Waiting[] {
  const group: Waiting[] = [];
  let bytes = 0;
  for (let at = 0; at < waiting.length && group.length < MOST_DOCUMENTS && bytes < BATCH_BYTES;) {
    const one = waiting[at];
    if (!one) break;
    if (one.signal?.aborted) {
      waiting.splice(at, 1);
      one.settle.reject(one.signal.reason);
    } else if (busy.has(one.change.docId)) {
      at++;
    } else {
      waiting.splice(at, 1);
      busy.add(one.change.docId);
      group.push(one);
      bytes += sizeOf(one);
    }
  }
  return group;
}

function sizeOf({ change, layout }: Waiting): number {
  return change.points.length * (CHUNK_BYTES + NUMBER_BYTES * (layout.dimension + layout.commonDimension));
}
