import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceKind } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import type { FolderWatcher, WatchOptions as Hearing } from '@tributary/sources-port';
import { ChosenWatcher } from '@tributary/sources-watching';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Collaborators } from '../collaborators/collaborators.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { WatchSources } from './watch-sources.js';

const ZIM_HEAD = 'Content-Type: text/x-zim-wiki\n\n';

/** Notes that a program keeps as files, each with the head it puts before a text. */
const IN_FILES: readonly { readonly kind: SourceKind; readonly mark: string; readonly type: string; readonly head: string }[] = [
  { kind: 'obsidian', mark: '.obsidian/app.json', type: 'md', head: '' },
  { kind: 'zim', mark: 'notebook.zim', type: 'txt', head: ZIM_HEAD },
  { kind: 'bear', mark: 'assets/p.png', type: 'md', head: '' },
];

describe('watched notes', () => {
  let bed: Testbed;
  let parts: Collaborators;
  const running: WatchSources[] = [];
  beforeEach(async () => {
    bed = await Testbed.open();
    parts = { ...bed.collaborators, readers: { ...bed.collaborators.readers, ...noteReaders(new FolderReader()) } };
    await bed.start(parts);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    await bed.close();
  });

  /** Adds a place as notes, has it watched, and waits until both comparisons at the start are over. */
  async function watch(place: string, kind: SourceKind, watcher: FolderWatcher = new ChosenWatcher({ prefer: 'auto', pollEveryMs: 100 })) {
    const location = join(bed.folder, place);
    const { sourceId } = await new AddSource(parts).run({ location, kind, collection: 'notes', watch: true });
    await bed.idle();
    const sources = new WatchSources(parts, { watcher, debounceMs: 100, compareEveryMs: 3_600_000, tickMs: 50 });
    running.push(sources);
    sources.start();
    await eventually(async () => (await summary(sourceId))?.watched !== undefined && (await syncs()) >= 2);
    await bed.idle();
    return sourceId;
  }

  const summary = (id: string) => new SummariseSource(parts).run(id);
  const syncs = async () => (await bed.queues.list({ queue: 'sync-local', limit: 100 })).length;
  const untilTexts = (wanted: readonly string[]) =>
    eventually(async () => {
      expect((await bed.texts('notes')).map((text) => text.trim()).sort()).toEqual([...wanted].sort());
    });

  it.each(IN_FILES)(
    'of the kind $kind are searchable as they are on disk: new, edited and deleted ones',
    async ({ kind, mark, type, head }) => {
      const note = (name: string) => join(bed.folder, `home/${name}.${type}`);
      await bed.write(`home/${mark}`, '{}');
      await bed.write(`home/a.${type}`, `${head}Rent is paid.`);
      await watch('home', kind);
      await untilTexts(['Rent is paid.']);
      await writeFile(note('b'), `${head}Bread needs salt.`);
      await untilTexts(['Rent is paid.', 'Bread needs salt.']);
      await writeFile(note('a'), `${head}Rent is due.`);
      await untilTexts(['Rent is due.', 'Bread needs salt.']);
      await rm(note('b'));
      await untilTexts(['Rent is due.']);
      await mkdir(join(bed.folder, 'home/Deep'));
      await rename(note('a'), note('Deep/a'));
      await eventually(async () => {
        const [only, ...others] = await bed.points('notes');
        expect([only?.payload.path, others.length]).toEqual([`Deep/a.${type}`, 0]);
      });
    },
  );

  it('of a vault are compared by the note that was touched, and its settings are not watched at all', async () => {
    const heard = new Set<Hearing>();
    await bed.write('vault/.obsidian/app.json', '{}');
    await bed.write('vault/a.md', 'Rent is paid.');
    await bed.write('vault/b.md', 'Bread needs salt.');
    const id = await watch('vault', 'obsidian', silent(heard));
    const [hearing] = heard;
    expect(hearing?.leaveOut).toContain('.obsidian');
    await bed.write('vault/a.md', 'Rent is due.');
    await bed.write('vault/b.md', 'Bread needs no salt.');
    hearing?.onHint(['a.md']);
    await untilTexts(['Rent is due.', 'Bread needs salt.']);
    expect((await summary(id))?.last_sync).toMatchObject({ changed: 1, is_part: true });
    hearing?.onHint(['']);
    await untilTexts(['Rent is due.', 'Bread needs no salt.']);
  });

  it('of JSON Lines are the lines of the file: added, edited and removed ones, also when the file is replaced', async () => {
    const line = (id: number, text: string) => `${JSON.stringify({ id, text })}\n`;
    const file = await bed.write('export/notes.jsonl', line(1, 'Rent is paid.'));
    await watch('export/notes.jsonl', 'jsonl');
    await untilTexts(['Rent is paid.']);
    await appendFile(file, line(2, 'Bread needs salt.'));
    await untilTexts(['Rent is paid.', 'Bread needs salt.']);
    await bed.write('export/next', line(1, 'Rent is due.') + line(2, 'Bread needs salt.'));
    await rename(join(bed.folder, 'export/next'), file);
    await untilTexts(['Rent is due.', 'Bread needs salt.']);
    await writeFile(file, line(2, 'Bread needs salt.'));
    await untilTexts(['Bread needs salt.']);
  });

  it('of an export that goes away are kept, and are those of the next one when that is there', async () => {
    const file = await bed.write('export/notes.jsonl', `${JSON.stringify({ id: 1, text: 'Rent is paid.' })}\n`);
    const id = await watch('export/notes.jsonl', 'jsonl');
    await rename(file, join(bed.folder, 'export/away'));
    await eventually(async () => {
      expect(await summary(id)).toMatchObject({ state: 'stale', documents: 1 });
    });
    await writeFile(file, `${JSON.stringify({ id: 1, text: 'Rent is due.' })}\n`);
    await untilTexts(['Rent is due.']);
    expect(await summary(id)).toMatchObject({ state: 'idle' });
  });
});

/** Says nothing by itself: a test speaks through those who listen. */
function silent(heard: Set<Hearing>): FolderWatcher {
  return {
    watch: (_, options) => {
      heard.add(options);
      const close = () => {
        heard.delete(options);
        return Promise.resolve();
      };
      return Promise.resolve({ method: 'polling', close });
    },
  };
}
