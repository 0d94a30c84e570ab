import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FolderWatcher, Watch } from '../watching/folder-watcher.js';

const WITHIN_MS = 30_000;
/** Characters; a path may have 1,024 bytes on macOS, elsewhere 4,096. */
const HALF_TOO_LONG = process.platform === 'darwin' ? 600 : 2400;

export interface FolderWatcherHarness {
  readonly open: () => FolderWatcher;
  /** An empty folder of a test's own. */
  readonly folder: () => Promise<AsyncDisposable & { readonly path: string }>;
}

/** A change of the folder, and the path of which one of these hints must speak. */
interface Step {
  readonly change: (root: string) => Promise<unknown>;
  readonly path: string;
}

const STEPS: Readonly<Record<string, Step>> = {
  'a new file': { path: 'new.md', change: (root) => writeFile(join(root, 'new.md'), 'new') },
  'a changed file': { path: 'deep/er/file.md', change: (root) => writeFile(join(root, 'deep/er/file.md'), 'changed') },
  'a deleted file': { path: 'deep/gone.md', change: (root) => rm(join(root, 'deep/gone.md')) },
  'a file under its old name, and its new one': {
    path: 'deep/renamed.md',
    change: (root) => rename(join(root, 'deep/gone.md'), join(root, 'deep/renamed.md')),
  },
  'a file that replaces another': {
    path: 'deep/er/file.md',
    change: async (root) => {
      await writeFile(join(root, 'swap~'), 'replaced');
      await rename(join(root, 'swap~'), join(root, 'deep/er/file.md'));
    },
  },
  'a name with a line break and an emoji': {
    path: 'deep/two\nlines 🙂.md',
    change: (root) => writeFile(join(root, 'deep/two\nlines 🙂.md'), 'odd'),
  },
};

/** The behaviours every way of watching shows. */
export function describeFolderWatcher(name: string, { open, folder }: FolderWatcherHarness): void {
  describe(`${name} as a folder watcher`, () => {
    it.each(Object.entries(STEPS))('hints at %s', async (_, { change, path }) => {
      await using root = await folder();
      await plant(root.path);
      await using hints = await Hints.of(open(), root.path);
      await change(root.path);
      await hints.until(path);
    });

    it('hints at what changes in a folder that came with folders in it', async () => {
      await using root = await folder();
      await using elsewhere = await folder();
      await plant(root.path);
      await mkdir(join(elsewhere.path, 'came/with/folders'), { recursive: true });
      await using hints = await Hints.of(open(), root.path);
      await rename(join(elsewhere.path, 'came'), join(root.path, 'came'));
      await hints.until('came');
      hints.forget();
      await writeFile(join(root.path, 'came/with/folders/late.md'), 'late');
      await hints.until('came/with/folders/late.md');
    });

    it('hints under the new name of a folder that was renamed', async () => {
      await using root = await folder();
      await plant(root.path);
      await using hints = await Hints.of(open(), root.path);
      await rename(join(root.path, 'deep'), join(root.path, 'moved'));
      await hints.until('moved');
      hints.forget();
      await writeFile(join(root.path, 'moved/er/file.md'), 'under its new name');
      await hints.until('moved/er/file.md');
    });

    it('goes on where a link to a folder with folders in it is made', async () => {
      await using root = await folder();
      await using elsewhere = await folder();
      await plant(root.path);
      await mkdir(join(elsewhere.path, 'inner'));
      await using hints = await Hints.of(open(), root.path);
      await symlink(elsewhere.path, join(root.path, 'link'));
      await hints.until('link');
      await writeFile(join(root.path, 'deep/er/file.md'), 'changed');
      await hints.until('deep/er/file.md');
      expect(hints.ends).toEqual([]);
    });

    it('hints at a single file', async () => {
      await using root = await folder();
      await writeFile(join(root.path, 'one.md'), 'one');
      await using hints = await Hints.of(open(), join(root.path, 'one.md'));
      await writeFile(join(root.path, 'one.md'), 'changed');
      await hints.until('');
    });

    it('hints at what changes beside a folder whose path is longer than the system takes', async () => {
      await using root = await folder();
      await using elsewhere = await folder();
      await plant(root.path);
      const putBack = await nestTooDeep(root.path, elsewhere.path);
      try {
        await using hints = await Hints.of(open(), root.path);
        await writeFile(join(root.path, 'deep/er/file.md'), 'changed');
        await hints.until('deep/er/file.md');
      } finally {
        await putBack();
      }
    });

    it('may be closed twice', async () => {
      await using root = await folder();
      const watch = await open().watch(root.path, { leaveOut: [], onHint: () => undefined, onEnd: () => undefined });
      await watch.close();
      await watch.close();
    });

    it('says at once that there is nothing to watch', async () => {
      await using root = await folder();
      const options = { leaveOut: [], onHint: () => undefined, onEnd: () => undefined };
      await expect(open().watch(join(root.path, 'missing'), options)).rejects.toMatchObject({ code: 'WATCH.UNAVAILABLE' });
    });
  });
}

/** Folders in `root` that nest deeper than a path may be long: a half of them is moved into the other. @returns how to take them apart, so that they can be removed */
async function nestTooDeep(root: string, elsewhere: string): Promise<() => Promise<void>> {
  const half = join(...Array.from({ length: HALF_TOO_LONG / 200 }, () => 'd'.repeat(199)));
  const outer = join(root, 'nested', half);
  await mkdir(outer, { recursive: true });
  await mkdir(join(elsewhere, 'inner', half), { recursive: true });
  await rename(join(elsewhere, 'inner'), join(outer, 'inner'));
  return () => rename(join(outer, 'inner'), join(elsewhere, 'inner'));
}

async function plant(root: string): Promise<void> {
  await mkdir(join(root, 'deep/er'), { recursive: true });
  await writeFile(join(root, 'deep/er/file.md'), 'file');
  await writeFile(join(root, 'deep/gone.md'), 'gone');
}

/** What a watch hinted at, and how to wait for it. */
class Hints implements AsyncDisposable {
  /** Why it ended by itself. */
  readonly ends: string[] = [];
  readonly #seen = new Set<string>();
  #wake: () => void = () => undefined;
  #watch: Watch | undefined;

  static async of(watcher: FolderWatcher, location: string): Promise<Hints> {
    const hints = new Hints();
    hints.#watch = await watcher.watch(location, {
      leaveOut: [],
      onHint: (paths) => {
        for (const path of paths) hints.#seen.add(path);
        hints.#wake();
      },
      onEnd: (reason) => {
        hints.ends.push(reason);
      },
    });
    return hints;
  }

  forget(): void {
    this.#seen.clear();
  }

  /** Waits for a hint at the path, or at something it lies in. */
  async until(path: string): Promise<void> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    const covers = (seen: string) => seen === '' || seen === path || path.startsWith(`${seen}/`);
    while (![...this.#seen].some(covers)) {
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        const giveUp = () => {
          reject(new Error(`No hint at ${path}; there were: ${[...this.#seen].join(', ')}`));
        };
        signal.addEventListener('abort', giveUp, { once: true });
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#watch?.close();
  }
}
