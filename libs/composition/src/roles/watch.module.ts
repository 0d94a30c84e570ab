import { sep } from 'node:path';
import { Inject, Module, type BeforeApplicationShutdown, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { embedChunksQueue, ingestDocumentQueue, readLocalQueue, readWebQueue } from '@tributary/contracts';
import { WatchSources } from '@tributary/ingestion';
import { ChosenWatcher } from '@tributary/sources-watching';
import type { Parts } from '../parts/compose-parts.js';
import { realPaths } from './real-paths.js';

const WATCH = Symbol('watch');
const SECOND_MS = 1000;

/** Begins to watch when the application runs, and lets other processes take the watches up before it ends. */
class Watching implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #sources: WatchSources;
  readonly #delayMs: number;
  #begin: NodeJS.Timeout | undefined;

  constructor(@Inject(WATCH) { sources, delayMs }: { readonly sources: WatchSources; readonly delayMs: number }) {
    this.#sources = sources;
    this.#delayMs = delayMs;
  }

  onApplicationBootstrap(): void {
    this.#begin = setTimeout(() => {
      this.#sources.start();
    }, this.#delayMs);
    this.#begin.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#begin);
    await this.#sources.stop();
  }
}

@Module({})
export class WatchModule {
  /** @param delayMs milliseconds after the start; a command that ends before does not begin with it */
  static register({ parts, delayMs }: { readonly parts: Parts; readonly delayMs: number }): DynamicModule {
    return { module: WatchModule, providers: [{ provide: WATCH, useValue: { sources: watchSources(parts), delayMs } }, Watching] };
  }
}

function watchSources(parts: Parts): WatchSources {
  const { configuration, queueKind, observing } = parts;
  const { sources, indexing } = configuration;
  return new WatchSources(parts, {
    watcher: new ChosenWatcher({ prefer: sources.watchMethod, pollEveryMs: sources.pollSeconds * SECOND_MS }),
    debounceMs: indexing.debounceMs,
    compareEveryMs: sources.compareSeconds * SECOND_MS,
    onWatched: (watched) => {
      observing.metrics.leases.set({ kind: 'watch' }, watched);
    },
    onIdle: () => unloadModels(parts),
    // A place belongs to the workers that list it: the same path may be another folder on another machine.
    ...(queueKind === 'bullmq' ? { mayWatch: (location) => isBelowOneOf(sources.roots, location) } : {}),
  });
}

/** Queues whose jobs may embed. */
const EMBEDDING = [embedChunksQueue, ingestDocumentQueue, readLocalQueue, readWebQueue];

/** When nobody works on a project any more, models give their memory back; the next call loads them again. */
async function unloadModels({ providers, queues }: Parts): Promise<void> {
  const counts = await Promise.all(EMBEDDING.map((queue) => queues.counts(queue)));
  if (counts.some(({ waiting, active }) => waiting + active > 0)) return;
  await Promise.all(providers.all().map((provider) => provider.close()));
}

/** Looked up each time: a disk may be mounted, or a link set, while the worker runs. */
async function isBelowOneOf(roots: readonly string[], location: string): Promise<boolean> {
  return (await realPaths(roots)).some((root) => contains(root, location));
}

function contains(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
