import { permanent } from '@tributary/kernel';
import { describeFolderWatcher } from '@tributary/sources-port/conformance';
import type { FolderWatcher } from '@tributary/sources-port';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ChosenWatcher } from './chosen-watcher.js';

describeFolderWatcher('The best way', { open: () => new ChosenWatcher({ prefer: 'auto', pollEveryMs: 50 }), folder: temporaryFolder });

describe('the way a place is watched', () => {
  const options = { leaveOut: [], onHint: () => undefined, onEnd: () => undefined };
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.remove());

  async function choose(ways: ConstructorParameters<typeof ChosenWatcher>[1], prefer: 'auto' | 'chokidar' = 'auto') {
    const watch = await new ChosenWatcher({ prefer, pollEveryMs: 1000 }, ways).watch(folder.path, options);
    await watch.close();
    return { method: watch.method, note: watch.note };
  }

  it('is by the system’s own events', async () => {
    expect(await choose({})).toEqual({ method: 'native', note: undefined });
  });

  it('is chokidar where the native part does not load, and says so', async () => {
    const { method, note } = await choose({ native: failing('WATCH.UNAVAILABLE', 'No prebuild found.') });
    expect({ method, note }).toEqual({ method: 'chokidar', note: 'No prebuild found.' });
  });

  it('is by comparing again and again where the system gives no more watches, and says so', async () => {
    const { method, note } = await choose({
      native: failing('WATCH.LIMIT', 'The system gives no more watches.'),
      chokidar: failing('WATCH.UNAVAILABLE', 'is not asked'),
    });
    expect({ method, note }).toEqual({ method: 'polling', note: 'The system gives no more watches.' });
  });

  it('is by comparing again and again on a network file system', async () => {
    const { method, note } = await choose({ isRemote: () => Promise.resolve(true) });
    expect(method).toBe('polling');
    expect(note).toContain('network');
  });

  it('is the one a setting names', async () => {
    expect(await choose({}, 'chokidar')).toEqual({ method: 'chokidar', note: undefined });
  });
});

function failing(code: string, message: string): FolderWatcher {
  return { watch: () => Promise.reject(permanent(code, message)) };
}
