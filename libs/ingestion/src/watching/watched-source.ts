import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { syncQueueOf, type JobSummary, type QueueInput, type syncLocalQueue } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import type { FolderWatcher, SourceReader, Watch } from '@tributary/sources-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { Debounce } from './debounce.js';
import { leftOutFolders } from './left-out-folders.js';
import { TouchedPaths } from './touched-paths.js';

const RUNNING: ReadonlySet<JobSummary['state']> = new Set(['waiting', 'delayed', 'active']);
const POLL_MS = 25;
const POLL_AT_MOST_MS = 500;
const ATTEMPTS = 3;
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

/** Watches one source: hints become syncs of the touched paths, one at a time; what no hint told of is found by a comparison of everything at the start,
 *  after events were lost, and at intervals. */
export class WatchedSource {
  readonly #with: Pick<Collaborators, 'queues' | 'log'>;
  readonly #setting: Setting;
  readonly #touched = new TouchedPaths();
  readonly #debounce: Debounce;
  readonly #ending = new AbortController();
  readonly #compare: NodeJS.Timeout;
  #watch: Watch | undefined;
  /** Device and number of what is watched; undefined while nothing is there. */
  #identity: string | undefined;
  #turn: Promise<void>;
  /** Folders that nobody watches may hold documents by now: an ignore file may have changed. */
  #mayLeaveOutOthers = false;
  #isPlanning = false;
  #isChecking = false;

  constructor(collaborators: Pick<Collaborators, 'queues' | 'log'>, setting: Setting) {
    this.#with = collaborators;
    this.#setting = setting;
    this.#debounce = new Debounce(setting.debounceMs, { touched: this.#touched, ready: () => void this.#plan() });
    this.#compare = setInterval(() => {
      this.#hint(['']);
    }, setting.compareEveryMs);
    this.#compare.unref();
    this.#turn = this.#open();
  }

  /** How it is watched; undefined while that is being found out, or while nothing is there. */
  get watching(): Pick<Watch, 'method' | 'note'> | undefined {
    return this.#watch;
  }

  /** Looks whether the place is still the one that is watched: a folder that went and came back is another. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#turn;
      const now = await identityOf(this.#setting.source);
      if (now === this.#identity || this.#ending.signal.aborted) return;
      if (now === undefined) {
        this.#identity = now;
        this.#hint(['']);
      } else await this.#reopen();
    } finally {
      this.#isChecking = false;
    }
  }

  async close(): Promise<void> {
    this.#ending.abort();
    clearInterval(this.#compare);
    this.#debounce.stop();
    await this.#turn;
    await this.#watch?.close();
    this.#watch = undefined;
  }

  #reopen(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#open());
    return this.#turn;
  }

  async #open(): Promise<void> {
    const { signal } = this.#ending;
    const { source, reader } = this.#setting;
    try {
      // Two watches of one folder may share what they know of it, so that the old one ends first.
      await this.#watch?.close();
      this.#watch = undefined;
      this.#identity = await identityOf(source);
      await this.#beginWatch(await leftOutFolders(reader, source, signal));
      // What changed before the watch began, nobody told of.
      this.#hint(['']);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.#identity = undefined;
      this.#with.log('a source cannot be watched for now', { source: source.id, reason: toErrorRecord(error).code });
    }
  }

  /** Begins again where the rules changed before the watch could tell of it. */
  async #beginWatch(leaveOut: readonly string[], attempt = 1): Promise<void> {
    const { source, reader, watcher } = this.#setting;
    this.#watch = await watcher.watch(source.location, {
      leaveOut,
      onHint: (paths) => {
        // An ignore file may be among the events that were lost.
        this.#mayLeaveOutOthers ||= paths.includes('') || this.#changesRules(paths);
        this.#hint(paths);
      },
      onEnd: (reason) => {
        this.#lose(reason);
      },
    });
    const now = await leftOutFolders(reader, source, this.#ending.signal);
    if (attempt === ATTEMPTS || sameNames(leaveOut, now)) return;
    await this.#watch.close();
    await this.#beginWatch(now, attempt + 1);
  }

  #lose(reason: string): void {
    this.#with.log('a watch ended by itself and begins anew', { source: this.#setting.source.id, reason });
    this.#identity = undefined;
    this.#hint(['']);
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
      if (this.#mayLeaveOutOthers) {
        this.#mayLeaveOutOthers = false;
        await this.#reopen();
      }
      const { id } = this.#setting.source;
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

  /** With another ignore file other folders need no watching. */
  #changesRules(paths: readonly string[]): boolean {
    return this.#setting.reader.partial?.reachOf(paths).some((path) => !paths.includes(path)) ?? false;
  }

  /** @returns false when the sync could not be had or failed for good */
  async #sync(input: QueueInput<typeof syncLocalQueue>): Promise<boolean> {
    const { queues } = this.#with;
    const { signal } = this.#ending;
    let id: string;
    try {
      ({ id } = await queues.add(syncQueueOf(this.#setting.source.kind), input));
    } catch (error) {
      this.#with.log('a sync could not be asked for; it is tried again', { reason: toErrorRecord(error).code });
      return false;
    }
    for (let waitMs = POLL_MS; ; waitMs = Math.min(waitMs * 2, POLL_AT_MOST_MS)) {
      const job = await queues.get(id);
      if (job === undefined || !RUNNING.has(job.state)) return job?.state !== 'dead';
      await pause(waitMs, undefined, { signal });
    }
  }
}

function sameNames(before: readonly string[], now: readonly string[]): boolean {
  const names = new Set(before);
  return names.size === now.length && now.every((name) => names.has(name));
}

/** Of a single file that of its folder: editors replace files. */
async function identityOf({ kind, location }: SourceRecord): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(kind === 'file' ? dirname(location) : location);
    return `${dev.toString()}:${ino.toString()}`;
  } catch {
    return undefined;
  }
}
