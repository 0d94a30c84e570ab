import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import type { FolderWatcher, WatchOptions as Hearing } from '@tributary/sources-port';
import { ChosenWatcher } from '@tributary/sources-watching';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Projects } from '../projects/projects.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { PauseSource } from '../sources/state/pause-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { WatchSources, type WatchOptions } from './watch-sources.js';

const FILES_OF_A_BRANCH = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 1000 : 40;

/** Says nothing by itself; a test speaks through it, and counts who listens. */
class SilentWatcher implements FolderWatcher {
  readonly heard = new Set<Hearing>();
  constructor(readonly note?: string) {}

  watch(_location: string, options: Hearing) {
    this.heard.add(options);
    const close = () => {
      this.heard.delete(options);
      return Promise.resolve();
    };
    return Promise.resolve({ method: 'polling' as const, ...(this.note === undefined ? {} : { note: this.note }), close });
  }
}

const chosenWatcher = () => new ChosenWatcher({ prefer: 'auto', pollEveryMs: 100 });

/** Watches as the product does, and keeps the paths that were told of, and when. */
class KeepingWatcher implements FolderWatcher {
  readonly told = new Set<string>();
  #toldAt: number[] = [];
  readonly #inner = chosenWatcher();

  watch(location: string, options: Hearing) {
    const onHint = (paths: readonly string[]) => {
      for (const path of paths) this.told.add(path);
      this.#toldAt.push(performance.now());
      options.onHint(paths);
    };
    return this.#inner.watch(location, { ...options, onHint });
  }

  forget(): void {
    this.told.clear();
    this.#toldAt = [];
  }

  /** Between two hints. */
  get longestPauseMs(): number {
    return Math.max(0, ...this.#toldAt.slice(1).map((at, before) => at - (this.#toldAt[before] ?? at)));
  }
}

describe('a watched source', () => {
  let bed: Testbed;
  const running: WatchSources[] = [];
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
    await bed.write('notes/a.md', 'First note.');
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await bed.close();
  });

  function watch(changes: Partial<WatchOptions> = {}): WatchSources {
    const sources = new WatchSources(bed.collaborators, {
      watcher: chosenWatcher(),
      debounceMs: 100,
      compareEveryMs: 3_600_000,
      tickMs: 50,
      ...changes,
    });
    running.push(sources);
    sources.start();
    return sources;
  }

  async function add(folder = 'notes', wanted = true): Promise<string> {
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, folder), watch: wanted });
    await bed.idle();
    return sourceId;
  }

  const place = (name: string) => join(bed.folder, 'notes', name);
  const summary = (id: string) => new SummariseSource(bed.collaborators).run(id);
  const untilWatched = (id: string) => eventually(async () => (await summary(id))?.watched !== undefined);
  /** Waits until the folder was compared once when it was added and once when its watch began. */
  const untilComparedAtStart = () =>
    eventually(async () => {
      const syncs = await bed.queues.list({ queue: syncLocalQueue.name, limit: 10 });
      return syncs.length >= 2 && syncs.every(({ state }) => state === 'done' || state === 'skipped');
    });
  // An ignore file is a document itself.
  const texts = async () => (await bed.texts('notes-docs')).filter((text) => text !== 'drafts/').sort();
  const untilTexts = (wanted: readonly string[]) =>
    eventually(async () => {
      expect(await texts()).toEqual([...wanted].sort());
    });

  it('is searchable as it is on disk: saved, new, moved and deleted files, and what a folder came with [004-01] [004-11]', async () => {
    const id = await add();
    watch();
    await untilWatched(id);
    await bed.idle();
    await writeFile(place('a.md'), 'First note, saved.');
    await untilTexts(['First note, saved.']);
    await mkdir(join(bed.folder, 'came/with/folders'), { recursive: true });
    await writeFile(join(bed.folder, 'came/with/folders/b.md'), 'Second note.');
    await rename(join(bed.folder, 'came'), place('came'));
    await untilTexts(['First note, saved.', 'Second note.']);
    await writeFile(place('came/with/folders/b.md'), 'Second note, changed.');
    await rm(place('a.md'));
    await untilTexts(['Second note, changed.']);
  });

  it('follows an ignore file that is changed while it is watched', async () => {
    const id = await add();
    const watcher = new KeepingWatcher();
    watch({ watcher });
    await untilWatched(id);
    await untilComparedAtStart();
    await bed.write('notes/drafts/b.md', 'A draft.');
    await untilTexts(['First note.', 'A draft.']);
    await bed.idle();
    await writeFile(place('.gitignore'), 'drafts/\n');
    await untilTexts(['First note.']);
    // The watcher says nothing of a file that is made and removed before it told that it was made, though a comparison of other paths may have read it.
    await eventually(() => watcher.told.has('.gitignore'));
    await bed.idle();
    await rm(place('.gitignore'));
    await untilTexts(['First note.', 'A draft.']);
    await writeFile(place('drafts/b.md'), 'A draft, changed.');
    await untilTexts(['First note.', 'A draft, changed.']);
  }, 120_000);

  it.each(['.gitignore', '.git/info/exclude'])('follows the %s above it that comes, changes and goes', async (rules) => {
    await mkdir(join(bed.folder, '.git/info'), { recursive: true });
    await bed.write('notes/drafts/b.md', 'A draft.');
    const id = await add();
    watch();
    await untilWatched(id);
    await untilTexts(['First note.', 'A draft.']);
    await untilComparedAtStart();
    const file = await bed.write(rules, 'drafts/\n');
    await untilTexts(['First note.']);
    await writeFile(file, 'a.*\n');
    await untilTexts(['A draft.']);
    await rm(file);
    await untilTexts(['First note.', 'A draft.']);
    await writeFile(place('drafts/b.md'), 'A draft, changed.');
    await untilTexts(['First note.', 'A draft, changed.']);
  });

  it('follows the .git/info/exclude of a repository in it, also of one that comes while it is watched', async () => {
    const plant = (repository: string) => bed.write(`notes/${repository}/.git/HEAD`, 'ref: refs/heads/main\n');
    for (const name of ['ours', 'later']) await bed.write(`notes/${name}/b.md`, `A draft of ${name}.`);
    await plant('ours');
    const id = await add();
    const watcher = new KeepingWatcher();
    watch({ watcher });
    await untilWatched(id);
    await untilComparedAtStart();
    const file = await bed.write('notes/ours/.git/info/exclude', 'b.md\n');
    await untilTexts(['First note.', 'A draft of later.']);
    await rm(file);
    await untilTexts(['First note.', 'A draft of later.', 'A draft of ours.']);
    await plant('later');
    await eventually(() => watcher.told.has('later/.git'));
    await bed.idle();
    await bed.write('notes/later/.git/info/exclude', 'b.md\n');
    await untilTexts(['First note.', 'A draft of ours.']);
  }, 120_000);

  it('is compared as a whole from time to time, so that a lost event costs no more than that', async () => {
    const id = await add();
    const watcher = new SilentWatcher();
    watch({ watcher, compareEveryMs: 400 });
    await untilWatched(id);
    await untilComparedAtStart();
    await writeFile(place('a.md'), 'Nobody told of this.');
    await untilTexts(['Nobody told of this.']);
  });

  it('is compared as a whole when the watch begins, and when it was lost', async () => {
    const id = await add();
    await writeFile(place('a.md'), 'Changed before anybody watched.');
    const watcher = new SilentWatcher();
    watch({ watcher });
    await untilTexts(['Changed before anybody watched.']);
    await untilWatched(id);
    await bed.idle();
    await writeFile(place('a.md'), 'Changed while events were lost.');
    const [first] = watcher.heard;
    first?.onEnd('too many events');
    await untilTexts(['Changed while events were lost.']);
    await eventually(() => watcher.heard.size === 1 && !watcher.heard.has(first ?? never()));
  });

  it('is compared by one plan when a branch is switched', async () => {
    for (let i = 0; i < FILES_OF_A_BRANCH; i++) await bed.write(`notes/branch/${i.toString()}.md`, `Before, number ${i.toString()}.`);
    const id = await add();
    const [debounceMs, watcher] = [500, new KeepingWatcher()];
    watch({ debounceMs, watcher });
    await untilWatched(id);
    await bed.idle();
    const syncs = async () => (await bed.queues.list({ queue: 'sync-local', limit: 100 })).length;
    let [switches, made] = [0, 0];
    // Two are right where the system pauses among the first few hints for as long as a save is waited for.
    await eventually(async () => {
      watcher.forget();
      const [before, branch] = [await syncs(), `Branch ${(switches += 1).toString()}`];
      await Promise.all(
        Array.from({ length: FILES_OF_A_BRANCH }, (_, i) =>
          writeFile(place(`branch/${i.toString()}.md`), `${branch}, number ${i.toString()}.`),
        ),
      );
      await eventually(async () => (await bed.texts('notes-docs')).filter((text) => text.startsWith(branch)).length === FILES_OF_A_BRANCH);
      await bed.idle();
      made = (await syncs()) - before;
      return watcher.longestPauseMs < debounceMs / 5;
    });
    expect(made).toBe(1);
  }, 120_000);

  it('becomes stale when its folder vanishes, loses nothing, and is watched again when it is back', async () => {
    const id = await add();
    watch();
    await untilWatched(id);
    await rename(place(''), join(bed.folder, 'away'));
    await eventually(async () => {
      expect(await summary(id)).toMatchObject({ state: 'stale', documents: 1 });
    });
    await rename(join(bed.folder, 'away'), place(''));
    await eventually(async () => {
      expect(await summary(id)).toMatchObject({ state: 'idle' });
    });
    await writeFile(place('a.md'), 'Back again.');
    await untilTexts(['Back again.']);
  });

  it('is watched by one process, and by another within ten seconds of its end', async () => {
    const id = await add();
    const [first, second] = [new SilentWatcher('first'), new SilentWatcher('second')];
    const one = watch({ watcher: first });
    await untilWatched(id);
    let looks = 0;
    watch({ watcher: second, mayWatch: () => looks++ >= 0 });
    bed.clock.moveOn(5_000);
    await eventually(() => looks > 3);
    expect([first.heard.size, second.heard.size]).toEqual([1, 0]);
    await one.stop();
    await eventually(() => second.heard.size === 1);
    expect(first.heard.size).toBe(0);
  });

  it('is taken over from a process that died without a word', async () => {
    const id = await add();
    await bed.catalog.watches.change(id, () => ({
      set: { source_id: id, holder: 'dead', until: bed.clock.now() + 10_000, method: 'native' },
    }));
    const watcher = new SilentWatcher();
    let looks = 0;
    watch({ watcher, mayWatch: () => looks++ >= 0 });
    await eventually(() => looks > 3);
    expect(watcher.heard.size).toBe(0);
    bed.clock.moveOn(10_001);
    await eventually(() => watcher.heard.size === 1);
  });

  it('says how it is watched where that is not by the system’s own events', async () => {
    const id = await add();
    watch({ watcher: new SilentWatcher('The system gives no more watches.') });
    await eventually(async () => {
      expect((await summary(id))?.watched).toEqual({ method: 'polling', note: 'The system gives no more watches.' });
    });
  });

  it('is left alone while it is paused, and brings in what changed meanwhile when it goes on', async () => {
    const id = await add();
    watch();
    await untilWatched(id);
    const pausing = new PauseSource(bed.collaborators);
    await pausing.pause(id);
    await eventually(async () => (await summary(id))?.watched === undefined);
    await writeFile(place('a.md'), 'Changed in the pause.');
    await bed.idle();
    expect(await bed.texts('notes-docs')).toEqual(['First note.']);
    await pausing.resume(id);
    await untilTexts(['Changed in the pause.']);
    await untilWatched(id);
  });

  it('is watched as a project while a session works on it, and models are let go when the last one ends [004-13]', async () => {
    const id = await add('notes', false);
    let idle = 0;
    const onIdle = () => {
      idle++;
      return Promise.resolve();
    };
    watch({ onIdle });
    const projects = new Projects(bed.collaborators);
    await projects.begin(id, 'one', true);
    await projects.begin(id, 'two', true);
    await untilWatched(id);
    await projects.end(place(''), 'one');
    bed.clock.moveOn(50_000);
    await projects.renew(place(''), 'two');
    bed.clock.moveOn(50_000);
    expect(await projects.of(id)).toMatchObject({ active: true, sessions: 1 });
    await untilWatched(id);
    bed.clock.moveOn(10_001);
    expect(await projects.of(id)).toMatchObject({ active: false, sessions: 0 });
    await eventually(async () => (await summary(id))?.watched === undefined && idle === 1);
    expect(await bed.texts('notes-docs')).toEqual(['First note.']);
  });
});

function never(): never {
  throw new Error('Nobody listened.');
}
