import { once } from 'node:events';
import { join } from 'node:path';
import type { FolderWatcher, Watch, WatchOptions } from '@tributary/sources-port';
import { watchFile } from '../file/file-watch.js';
import { belowRoot } from '../place/relative-path.js';
import { requirePlace } from '../place/require-place.js';
import { hasNoRoom } from '../place/too-long.js';
import { toWatchError } from '../place/watch-error.js';

/** Watches by `chokidar`, which needs nothing native and a watch for each file. */
export class ChokidarWatcher implements FolderWatcher {
  async watch(root: string, options: WatchOptions): Promise<Watch> {
    const place = await requirePlace(root);
    if (place === 'file') {
      const close = watchFile(root, options);
      return {
        method: 'chokidar',
        close: () => {
          close();
          return Promise.resolve();
        },
      };
    }
    const { watch } = await import('chokidar');
    const leftOut = options.leaveOut.map((path) => join(root, path));
    const ignored = (path: string) => hasNoRoom(path) || leftOut.some((folder) => path === folder || path.startsWith(`${folder}/`));
    const watcher = watch(root, { ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true, atomic: false, ignored });
    const close = () => watcher.close();
    try {
      // `once` rejects when an error comes first: the limit of the system's watches is met while they are made.
      await once(watcher, 'ready');
    } catch (error) {
      await close();
      throw toWatchError(error);
    }
    watcher.on('error', (error) => {
      options.onEnd(toWatchError(error).message);
    });
    watcher.on('all', (_, path) => {
      options.onHint([belowRoot(root, path)]);
    });
    return { method: 'chokidar', close };
  }
}
