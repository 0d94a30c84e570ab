import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { reachOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import type { FolderWatcher } from '@tributary/sources-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { ProjectSessions } from '../projects/project-sessions.js';
import { readerOf } from '../sources/registering/source-kinds.js';
import { WatchLeases } from './watch-leases.js';
import { WatchedSource, type WatchTimes } from './watched-source.js';

/** A lease lives three of these. */
const TICK_MS = 3000;

type WatchCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'queues' | 'readers' | 'clock' | 'log'>;

export interface WatchOptions extends WatchTimes {
  readonly watcher: FolderWatcher;
  /** Whether this process may watch a place; left out: any. */
  readonly mayWatch?: (location: string) => boolean | Promise<boolean>;
  /** Told how many sources this process watches, whenever it looked. */
  readonly onWatched?: (sources: number) => void;
  /** Called when nothing is left to be watched by anybody. */
  readonly onIdle?: () => Promise<void>;
  /** Milliseconds from one look at what is to be watched to the next. */
  readonly tickMs?: number;
}

/** Watches the sources that are to be watched and that no other process watches: those of which somebody said so, and projects while a session works on
 *  them. */
export class WatchSources {
  readonly #with: WatchCollaborators;
  readonly #options: WatchOptions;
  readonly #sessions: ProjectSessions;
  readonly #leases: WatchLeases;
  readonly #watched = new Map<string, WatchedSource>();
  readonly #ending = new AbortController();
  #hadWork = false;
  #running: Promise<void> | undefined;

  constructor(collaborators: WatchCollaborators, options: WatchOptions) {
    this.#with = collaborators;
    this.#options = options;
    this.#sessions = new ProjectSessions(collaborators.engines.primary.records, collaborators.clock);
    this.#leases = new WatchLeases(collaborators, `${process.pid.toString()}:${randomUUID()}`);
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Ends every watch and lets other processes take them up. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    await Promise.all([...this.#watched.keys()].map((id) => this.#end(id)));
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        await this.#tick();
      } catch (error) {
        this.#with.log('what is to be watched could not be looked up; it is tried again', { reason: toErrorRecord(error).code });
      }
      await pause(this.#options.tickMs ?? TICK_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #tick(): Promise<void> {
    const wanted = await this.#wanted();
    for (const id of this.#watched.keys()) if (!wanted.has(id)) await this.#end(id);
    for (const source of wanted.values()) await this.#attend(source);
    this.#options.onWatched?.(this.#watched.size);
    if (wanted.size === 0 && this.#hadWork) await this.#options.onIdle?.();
    this.#hadWork = wanted.size > 0;
  }

  async #attend(source: SourceRecord): Promise<void> {
    const { id } = source;
    const present = this.#watched.get(id);
    const { method = 'none', note } = present?.watching ?? {};
    if (!(await this.#leases.hold(id, { method, ...(note === undefined ? {} : { note }) }))) {
      await this.#drop(id);
      return;
    }
    if (present) {
      // Not waited for: a big tree takes its time to be watched, and the leases of the others must not end meanwhile.
      void present.check();
      return;
    }
    const reader = readerOf(this.#with.readers, source.kind);
    this.#watched.set(id, new WatchedSource(this.#with, { ...this.#options, source, reader }));
  }

  async #wanted(): Promise<ReadonlyMap<string, SourceRecord>> {
    const sources = (await this.#with.catalog.sources.all()).filter((source) => this.#canWatch(source));
    const sessions = await this.#sessions.counts(sources);
    const wanted = sources.filter(({ id, watch }) => watch === true || (sessions.get(id) ?? 0) > 0);
    const mayWatch = await Promise.all(wanted.map(async ({ location }) => (await this.#options.mayWatch?.(location)) ?? true));
    return new Map(wanted.filter((_, n) => mayWatch[n]).map((source) => [source.id, source]));
  }

  #canWatch({ kind, state }: SourceRecord): boolean {
    return reachOf(kind) === 'local' && this.#with.readers[kind] !== undefined && state !== 'paused';
  }

  async #end(id: string): Promise<void> {
    await this.#drop(id);
    await this.#leases.release(id);
  }

  async #drop(id: string): Promise<void> {
    const watched = this.#watched.get(id);
    this.#watched.delete(id);
    await watched?.close();
  }
}
