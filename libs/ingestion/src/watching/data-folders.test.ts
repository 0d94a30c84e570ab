import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderWatcher, WatchOptions as Hearing } from '@tributary/sources-port';
import { ChosenWatcher } from '@tributary/sources-watching';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { WatchSources } from './watch-sources.js';

/** Watches as the product does, and keeps what it was told to leave out and which paths it told of. */
class KeepingWatcher implements FolderWatcher {
  readonly told = new Set<string>();
  leftOut: readonly string[] = [];
  readonly #inner = new ChosenWatcher({ prefer: 'auto', pollEveryMs: 100 });

  async watch(location: string, options: Hearing) {
    const onHint = (paths: readonly string[]) => {
      for (const path of paths) this.told.add(path);
      options.onHint(paths);
    };
    const watch = await this.#inner.watch(location, { ...options, onHint });
    this.leftOut = options.leaveOut;
    return watch;
  }
}

let bed: Testbed;
let watching: WatchSources | undefined;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('notes/a.md', 'First note.');
});
afterEach(async () => {
  await watching?.stop();
  await bed.close();
});

/** As a server makes one: its lock first, then the store, then the note that it was made, at last how it is reached. */
async function makeDataFolder(name: string): Promise<void> {
  await bed.write(`${name}/owner.db`, '');
  await bed.write(`${name}/store/main/words.md`, 'Own words.');
  await bed.write(`${name}/store-main.made`, 'A store was made.');
  await bed.write(`${name}/server.json`, '{ "token": "sesame" }');
}

async function watchNotes(keeping: KeepingWatcher): Promise<void> {
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes'), watch: true });
  await bed.idle();
  const times = { debounceMs: 100, compareEveryMs: 3_600_000, tickMs: 50 };
  watching = new WatchSources(bed.collaborators, { watcher: keeping, ...times });
  watching.start();
}

const untilTexts = (wanted: readonly string[]) =>
  eventually(async () => {
    expect((await bed.texts('notes-docs')).toSorted()).toEqual(wanted);
  });

it('are neither read nor watched in a watched folder: a server that writes there tells nobody', async () => {
  await makeDataFolder('notes/share/tributary');
  const keeping = new KeepingWatcher();
  await watchNotes(keeping);
  await eventually(() => keeping.leftOut.includes('share/tributary'));
  await bed.write('notes/share/tributary/store/main/words.md', 'More own words.');
  await bed.write('notes/b.md', 'Second note.');
  await untilTexts(['First note.', 'Second note.']);
  expect([...keeping.told].filter((path) => path.startsWith('share'))).toEqual([]);
});

it('are watched no longer when they come while the folder is watched', async () => {
  const keeping = new KeepingWatcher();
  await watchNotes(keeping);
  await eventually(() => keeping.leftOut.length > 0);
  // Of what comes with a folder the watcher tells the folder alone: it is there before what makes a data folder of it.
  await mkdir(join(bed.folder, 'notes/data'));
  await eventually(() => keeping.told.has('data'));
  await makeDataFolder('notes/data');
  await eventually(() => keeping.leftOut.includes('data'));
  await bed.idle();
  keeping.told.clear();
  await writeFile(join(bed.folder, 'notes/data/server.json'), '{ "token": "melon" }');
  await bed.write('notes/b.md', 'Second note.');
  await untilTexts(['First note.', 'Second note.']);
  expect([...keeping.told].filter((path) => path.startsWith('data'))).toEqual([]);
});
