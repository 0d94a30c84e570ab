import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SourceRecord } from '@tributary/engines-port';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import type { JobLog } from '@tributary/messaging-port';
import type { FolderWatcher, SourceReader, Watch } from '@tributary/sources-port';
import { leftOutFolders } from './left-out-folders.js';
import { UnwatchedRules } from './unwatched-rules.js';

const ATTEMPTS = 3;

interface PlaceOptions {
  readonly source: SourceRecord;
  readonly reader: SourceReader;
  readonly watcher: FolderWatcher;
  readonly log: JobLog;
  /** Told of paths that may have changed; `''` is everything. */
  readonly onHint: (paths: readonly string[]) => void;
}

/** The watch of one source's place: begun again when the place is replaced, when the system ends it, and when an ignore file changes what is to be watched. */
export class WatchedPlace {
  readonly #options: PlaceOptions;
  readonly #ending = new AbortController();
  readonly #unwatchedRules: UnwatchedRules;
  #watch: Watch | undefined;
  /** The folder that is watched: of a single file the one it lies in, since editors replace files. */
  #folder: string;
  /** Device and number of what is watched; undefined while nothing is there. */
  #identity: string | undefined;
  #turn: Promise<void> | undefined;
  /** Folders that nobody watches may hold documents by now: an ignore file may have changed. */
  #mayLeaveOutOthers = false;
  #isChecking = false;

  constructor(options: PlaceOptions) {
    this.#options = options;
    this.#folder = options.source.location;
    this.#unwatchedRules = new UnwatchedRules(options.reader);
  }

  /** Begins to watch; what stands in the way is logged and looked at again by `check`. */
  open(): void {
    this.#turn ??= this.#open();
  }

  /** How it is watched; undefined while that is being found out, or while nothing is there. */
  get watching(): Pick<Watch, 'method' | 'note'> | undefined {
    return this.#watch;
  }

  /** Looks whether the place is still the one that is watched, by the same rules: a folder that went and came back is another. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await this.#turn;
      const now = await identityOf(this.#folder);
      if (this.#ending.signal.aborted) return;
      if (now === this.#identity && (now === undefined || !(await this.#unwatchedRules.haveChanged()))) return;
      if (now === undefined) {
        this.#identity = now;
        this.#options.onHint(['']);
      } else await this.#reopen();
    } finally {
      this.#isChecking = false;
    }
  }

  /** Begins again where an ignore file was touched since. */
  async followRules(): Promise<void> {
    if (!this.#mayLeaveOutOthers) return;
    this.#mayLeaveOutOthers = false;
    await this.#reopen();
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#turn;
    await this.#watch?.close();
    this.#watch = undefined;
  }

  async #reopen(): Promise<void> {
    const before = this.#turn;
    this.#turn = (async () => {
      await before;
      await this.#open();
    })();
    await this.#turn;
  }

  async #open(): Promise<void> {
    const { signal } = this.#ending;
    const { source, reader, onHint, log } = this.#options;
    try {
      // Two watches of one folder may share what they know of it, so that the old one ends first.
      await this.#watch?.close();
      this.#watch = undefined;
      this.#folder = await folderOf(source.location);
      this.#identity = await identityOf(this.#folder);
      const leaveOut = await leftOutFolders(reader, source, signal);
      // After that walk, which meets them, and before the next one, which follows what changed meanwhile.
      await this.#unwatchedRules.find(source.location);
      await this.#begin(leaveOut);
      // What changed before the watch began, nobody told of.
      onHint(['']);
    } catch (error) {
      if (isAbort(error) || signal.aborted) return;
      this.#identity = undefined;
      log('a source cannot be watched for now', { source: source.id, reason: toErrorRecord(error).code });
    }
  }

  /** Begins again where the rules changed before the watch could tell of it. */
  async #begin(leaveOut: readonly string[], attempt = 1): Promise<void> {
    const { source, reader, watcher, onHint } = this.#options;
    this.#watch = await watcher.watch(source.location, {
      leaveOut,
      onHint: (paths) => {
        // An ignore file may be among the events that were lost.
        this.#mayLeaveOutOthers ||= paths.includes('') || this.#changesRules(paths);
        onHint(paths);
      },
      onEnd: (reason) => {
        this.#lose(reason);
      },
    });
    const now = await leftOutFolders(reader, source, this.#ending.signal);
    if (attempt === ATTEMPTS || sameNames(leaveOut, now)) return;
    await this.#watch.close();
    await this.#begin(now, attempt + 1);
  }

  #lose(reason: string): void {
    const { log, source, onHint } = this.#options;
    log('a watch ended by itself and begins anew', { source: source.id, reason });
    this.#identity = undefined;
    onHint(['']);
  }

  /** With another ignore file other folders need no watching. */
  #changesRules(paths: readonly string[]): boolean {
    return this.#options.reader.partial?.reachOf(paths).some((path) => !paths.includes(path)) ?? false;
  }
}

function sameNames(before: readonly string[], now: readonly string[]): boolean {
  const names = new Set(before);
  return names.size === now.length && now.every((name) => names.has(name));
}

async function folderOf(location: string): Promise<string> {
  return (await stat(location)).isFile() ? dirname(location) : location;
}

async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(folder);
    return `${dev.toString()}:${ino.toString()}`;
  } catch {
    return undefined;
  }
}
