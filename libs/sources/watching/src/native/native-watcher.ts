import type { FolderWatcher, Watch, WatchOptions } from '@tributary/sources-port';
import { watchFile } from '../file/file-watch.js';
import { requirePlace } from '../place/require-place.js';
import { toWatchError } from '../place/watch-error.js';
import { NativeWatch, type Parcel } from './native-watch.js';

/** Watches by the system's events through `@parcel/watcher`, whose native part comes prebuilt for the usual systems. */
export class NativeWatcher implements FolderWatcher {
  async watch(location: string, options: WatchOptions): Promise<Watch> {
    const place = await requirePlace(location);
    if (place === 'file') {
      const close = watchFile(location, options);
      return {
        method: 'native',
        close: () => {
          close();
          return Promise.resolve();
        },
      };
    }
    return NativeWatch.open(await load(), { root: location, options });
  }
}

async function load(): Promise<Parcel> {
  try {
    return (await import('@parcel/watcher')).default;
  } catch (error) {
    throw toWatchError(error);
  }
}
