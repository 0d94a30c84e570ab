import { watch as watchFolder } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { WatchOptions } from '@tributary/sources-port';
import { toWatchError } from '../place/watch-error.js';

/** Watches a single file by the folder it lies in: editors replace a file rather than write to it. @returns what ends it @throws `WATCH.*` */
export function watchFile(location: string, { onHint, onEnd }: Pick<WatchOptions, 'onHint' | 'onEnd'>): () => void {
  const name = basename(location);
  try {
    const watcher = watchFolder(dirname(location), { persistent: false }, (_, changed) => {
      if (changed === null || changed.normalize('NFC') === name.normalize('NFC')) onHint(['']);
    });
    watcher.on('error', (error) => {
      onEnd(toWatchError(error).message);
    });
    return () => {
      watcher.close();
    };
  } catch (error) {
    throw toWatchError(error);
  }
}
