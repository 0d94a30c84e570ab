import { setTimeout as pause } from 'node:timers/promises';
import { syncQueueOf, type QueueInput, type syncLocalQueue } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { FolderWatcher, SourceReader, Watch } from '@tributary/sources-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { awaitJob } from './await-job.js';
import { Debounce } from './debounce.js';
import { TouchedPaths } from './touched-paths.js';
import { WatchedPlace } from './watched-place.js';

/** After a plan that failed, or could not be handed on. */
const AGAIN_AFTER_MS = 2000;

export interface WatchTimes {
  /** How long paths must be quiet before they are compared. */
  readonly debounceMs: number;
  /** From one comparison of everything to the next. */
  readonly compareEveryMs: number;
}

interface Setting extends WatchTimes {
  readonly source: SourceRecord;
  readonly reader: SourceReader;
  readonly watcher: FolderWatcher;
}

/** Keeps one source current: hints become syncs of the touched paths, one at a time; what no hint told of is found by a comparison of everything at the
 *  start, after events were lost, and at intervals. */
export class WatchedSource {
  readonly #with: Pick<Collaborators, 'queues' | 'log'>;
  readonly #source: Pick<SourceRecord, 'id' | 'kind'>;
  readonly #place: WatchedPlace;
  readonly #touched = new TouchedPaths();
  readonly #debounce: Debounce;
  readonly #ending = new AbortController();
  readonly #compare: NodeJS.Timeout;
  #isPlanning = false;

  constructor(collaborators: Pick<Collaborators, 'queues' | 'log'>, { debounceMs, compareEveryMs, ...place }: Setting) {
    this.#with = collaborators;
    this.#source = place.source;
    this.#debounce = new Debounce(debounceMs, { touched: this.#touched, ready: () => void this.#plan() });
    const onHint = (paths: readonly string[]): void => {
      this.#hint(paths);
    };
    this.#compare = setInterval(onHint, compareEveryMs, ['']);
    this.#compare.unref();
    this.#place = new WatchedPlace({ ...place, log: collaborators.log, onHint });
    this.#place.open();
  }

  /** How it is watched; undefined while that is being found out, or while nothing is there. */
  get watching(): Pick<Watch, 'method' | 'note'> | undefined {
    return this.#place.watching;
  }

  /** Looks whether the place is still the one that is watched. */
  check(): Promise<void> {
    return this.#place.check();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#compare);
    this.#debounce.stop();
    await this.#place.close();
  }

  #hint(paths: readonly string[]): void {
    if (this.#ending.signal.aborted) return;
    this.#touched.add(paths);
    if (!this.#isPlanning && !this.#touched.isEmpty) this.#debounce.hint();
  }

  /** One plan at a time: what comes meanwhile is the next one. */
  async #plan(): Promise<void> {
    this.#isPlanning = true;
    try {
      const touched = this.#touched.take();
      await this.#place.followRules();
      const { id } = this.#source;
      const isDone = await this.#sync(touched === 'everything' ? { source_id: id } : { source_id: id, paths: [...touched] });
      if (!isDone) {
        this.#touched.add(touched === 'everything' ? [''] : touched);
        await pause(AGAIN_AFTER_MS, undefined, { signal: this.#ending.signal });
      }
    } catch (error) {
      if (!this.#ending.signal.aborted) this.#with.log('a plan failed', { reason: toErrorRecord(error).code });
    } finally {
      this.#isPlanning = false;
      this.#hint([]);
    }
  }

  /** @returns false when the sync could not be had or failed for good */
  async #sync(input: QueueInput<typeof syncLocalQueue>): Promise<boolean> {
    const { queues } = this.#with;
    let id: string;
    try {
      ({ id } = await queues.add(syncQueueOf(this.#source.kind), input));
    } catch (error) {
      this.#with.log('a sync could not be asked for; it is tried again', { reason: toErrorRecord(error).code });
      return false;
    }
    return awaitJob(queues, id, this.#ending.signal);
  }
}
