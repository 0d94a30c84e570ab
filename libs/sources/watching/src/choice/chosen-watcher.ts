import { hasCode, toErrorRecord } from '@tributary/kernel';
import { remoteFileSystem } from '@tributary/kernel/places';
import type { FolderWatcher, Watch, WatchMethod, WatchOptions } from '@tributary/sources-port';
import { ChokidarWatcher } from '../chokidar/chokidar-watcher.js';
import { NativeWatcher } from '../native/native-watcher.js';
import { requirePlace } from '../place/require-place.js';
import { PollingWatcher } from '../polling/polling-watcher.js';

interface Choice {
  /** `auto`: the best that works in a place. */
  readonly prefer: 'auto' | WatchMethod;
  /** Milliseconds between two comparisons where nothing else works. */
  readonly pollEveryMs: number;
}

/** What a choice is made of; tests put in ways of watching that fail. */
interface Ways extends Readonly<Record<WatchMethod, FolderWatcher>> {
  readonly isRemote: (location: string) => Promise<boolean>;
}

/** Whether the system's events cannot be relied on. On other systems than Linux a setting says it. */
const isRemote = async (location: string): Promise<boolean> => (await remoteFileSystem(location)) !== undefined;

/** Watches each place by the best way that works there, and says in a note when that is not the one to expect. */
export class ChosenWatcher implements FolderWatcher {
  readonly #prefer: Choice['prefer'];
  readonly #ways: Ways;

  constructor({ prefer, pollEveryMs }: Choice, ways: Partial<Ways> = {}) {
    this.#prefer = prefer;
    const polling = new PollingWatcher({ everyMs: pollEveryMs });
    this.#ways = { native: new NativeWatcher(), chokidar: new ChokidarWatcher(), polling, isRemote, ...ways };
  }

  async watch(location: string, options: WatchOptions): Promise<Watch> {
    await requirePlace(location);
    if (this.#prefer !== 'auto') return this.#byPreference(this.#prefer, { location, options });
    if (await this.#ways.isRemote(location)) {
      return withNote(
        await this.#ways.polling.watch(location, options),
        'It lies on a network file system, whose changes no event tells of.',
      );
    }
    return this.#firstThatWorks(['native', 'chokidar'], { location, options });
  }

  #byPreference(method: WatchMethod, place: { location: string; options: WatchOptions }): Promise<Watch> {
    return method === 'polling' ? this.#ways.polling.watch(place.location, place.options) : this.#firstThatWorks([method], place);
  }

  async #firstThatWorks(
    methods: readonly WatchMethod[],
    { location, options }: { location: string; options: WatchOptions },
  ): Promise<Watch> {
    let note: string | undefined;
    for (const method of methods) {
      try {
        const watch = await this.#ways[method].watch(location, options);
        return note === undefined ? watch : withNote(watch, note);
      } catch (error) {
        note = toErrorRecord(error).message;
        // Another library would ask the same system for even more watches.
        if (hasCode(error, 'WATCH.LIMIT')) break;
      }
    }
    return withNote(await this.#ways.polling.watch(location, options), note ?? '');
  }
}

function withNote(watch: Watch, note: string): Watch {
  return { method: watch.method, note, close: () => watch.close() };
}
