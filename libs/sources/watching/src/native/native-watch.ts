import { lstat, opendir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type ParcelWatcher from '@parcel/watcher';
import type { Watch, WatchOptions } from '@tributary/sources-port';
import { belowRoot } from '../place/relative-path.js';
import { tooLongIn } from '../place/too-long.js';
import { toWatchError } from '../place/watch-error.js';

export type Parcel = Pick<typeof ParcelWatcher, 'subscribe'>;

/** Each path left out is compared with every event, so that there must not be too many. */
const MOST_LEFT_OUT = 500;
/** Files that vanish while the tree is walked fail the subscription. */
const ATTEMPTS = 3;
/** Places below which paths are longer than the system takes, before the folder is given up: each costs a walk through it. */
const MOST_TOO_LONG = 20;
/** Folders with a subscription of their own, before everything is subscribed to anew. */
const MOST_SUBSCRIPTIONS = 20;

interface Place {
  readonly root: string;
  readonly options: WatchOptions;
}

/** Subscriptions to a folder and to those below that came with folders in them: of such the library watches only the first level, and what was below a
 *  renamed folder it goes on to report under the old name. */
export class NativeWatch implements Watch {
  readonly method = 'native';
  readonly #parcel: Parcel;
  readonly #place: Place;
  /** Folders that are not watched since paths in them are longer than the system takes. */
  readonly #tooLong = new Set<string>();
  readonly #subscriptions = new Map<string, ParcelWatcher.AsyncSubscription>();
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;

  private constructor(parcel: Parcel, place: Place) {
    this.#parcel = parcel;
    this.#place = place;
  }

  static async open(parcel: Parcel, place: Place): Promise<NativeWatch> {
    const watch = new NativeWatch(parcel, place);
    await watch.#subscribe(place.root);
    return watch;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#unsubscribe();
  }

  async #subscribe(folder: string, attempt = 1): Promise<void> {
    const { root, options } = this.#place;
    // A folder that went and came back: what was subscribed to is not there any more.
    await this.#subscriptions
      .get(folder)
      ?.unsubscribe()
      .catch(() => undefined);
    const ignore = [...this.#tooLong, ...options.leaveOut.slice(0, MOST_LEFT_OUT).map((path) => join(root, path))];
    try {
      const subscription = await this.#parcel.subscribe(folder, (error, events) => void this.#take(error, events), { ignore });
      this.#subscriptions.set(folder, subscription);
    } catch (error) {
      if (this.#leavesOutTooLong(error)) await this.#subscribe(folder, attempt);
      else if (attempt < ATTEMPTS && String(error).includes('No such file')) await this.#subscribe(folder, attempt + 1);
      else throw toWatchError(error);
    }
  }

  /** @returns false where the error is another one, or nothing further can be left out */
  #leavesOutTooLong(error: unknown): boolean {
    const path = tooLongIn(error);
    if (path === undefined || this.#tooLong.size === MOST_TOO_LONG) return false;
    const around = dirname(path);
    if (belowRoot(this.#place.root, around) === '' || this.#tooLong.has(around)) return false;
    this.#tooLong.add(around);
    return true;
  }

  async #take(error: Error | null, events: readonly ParcelWatcher.Event[]): Promise<void> {
    if (this.#isClosed) return;
    const { root, options } = this.#place;
    // Events were lost; the subscription goes on.
    if (error) {
      options.onHint(['']);
      return;
    }
    for (const { type, path } of events) if (type === 'create' && (await holdsFolders(path))) await this.#cover(path);
    options.onHint(events.map(({ path }) => belowRoot(root, path)));
  }

  #cover(folder: string): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      if (this.#isClosed) return;
      try {
        if (this.#subscriptions.size >= MOST_SUBSCRIPTIONS) await this.#beginAnew();
        else await this.#subscribe(folder);
      } catch (error) {
        if (!(await holdsFolders(folder))) return;
        this.#place.options.onEnd(toWatchError(error).message);
      }
    });
    return this.#turn;
  }

  /** Between the old subscription and the new one anything may have changed. */
  async #beginAnew(): Promise<void> {
    await this.#unsubscribe();
    await this.#subscribe(this.#place.root);
    this.#place.options.onHint(['']);
  }

  /** The library fails to unsubscribe from folders that are gone; nothing is left to end then. */
  async #unsubscribe(): Promise<void> {
    const subscriptions = [...this.#subscriptions.values()];
    this.#subscriptions.clear();
    await Promise.allSettled(subscriptions.map((subscription) => subscription.unsubscribe()));
  }
}

/** A link is none, whatever it leads to: nothing is watched through it. */
async function holdsFolders(path: string): Promise<boolean> {
  try {
    if (!(await lstat(path)).isDirectory()) return false;
    for await (const entry of await opendir(path)) if (entry.isDirectory()) return true;
  } catch {
    // A file, or gone again.
  }
  return false;
}
