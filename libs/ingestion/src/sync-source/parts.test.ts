import { chmod, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('a sync of single paths', () => {
  let bed: Testbed;
  let id: string;
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
    for (const name of ['a', 'b', 'deep/c', 'deep/er/d', 'two\nlines 🙂']) await bed.write(`notes/${name}.md`, `Note ${name}.`);
    ({ sourceId: id } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'notes') }));
    await bed.idle();
    bed.reader.scans = 0;
  });
  afterEach(() => bed.close());

  async function sync(...paths: readonly string[]) {
    const job = await bed.queues.add(syncLocalQueue, { source_id: id, paths: [...paths] });
    await bed.idle();
    return bed.queues.get(job.id);
  }

  const place = (name: string) => join(bed.folder, 'notes', name);
  const paths = async () => (await bed.points('notes-docs')).map(({ payload }) => payload.path);

  it('brings in what changed there, and looks at nothing else', async () => {
    await writeFile(place('a.md'), 'Another note.');
    await writeFile(place('b.md'), 'Another note, too.');
    await writeFile(place('deep/new.md'), 'A new note.');
    await sync('a.md', 'deep');
    expect(await bed.texts('notes-docs')).toEqual(expect.arrayContaining(['Another note.', 'A new note.', 'Note b.']));
    expect(bed.reader.scans).toBe(0);
  });

  it('says what it did and left out, also of a part', async () => {
    await writeFile(place('a.md'), 'Another note.');
    await writeFile(place('.env'), 'KEY=1');
    const job = await sync('a.md', '.env');
    const last = (await bed.catalog.sources.get(id))?.last_sync;
    expect(last).toMatchObject({ changed: 1, added: 0, is_part: true, skipped: { secret: 1 }, examples: { secret: ['.env'] } });
    expect(job?.progress?.counts).toMatchObject({ changed: 1, 'skipped: secret': 1 });
  });

  it('lets go what is gone there: files, and whole folders', async () => {
    await rm(place('a.md'));
    await rm(place('b.md'));
    await rm(place('deep'), { recursive: true });
    await sync('a.md', 'deep');
    expect(await paths()).toEqual(['b.md', 'two\nlines 🙂.md']);
  });

  it('brings in what changed for the links to it, too', async () => {
    await symlink('a.md', place('link.md'));
    await sync('link.md');
    expect(await paths()).toContain('link.md');
    await writeFile(place('a.md'), 'Another note.');
    await sync('a.md');
    expect(await bed.texts('notes-docs')).not.toContain('Note a.');
    await rm(place('a.md'));
    await sync('a.md');
    expect(await paths()).not.toContain('link.md');
  });

  it('knows a name with a line break and an emoji', async () => {
    await rename(place('two\nlines 🙂.md'), place('one\nline 🙃.md'));
    await sync('two\nlines 🙂.md', 'one\nline 🙃.md');
    expect(await paths()).toContain('one\nline 🙃.md');
    expect(await paths()).not.toContain('two\nlines 🙂.md');
  });

  it('follows rules that changed: what an ignore file names goes, what it no longer names comes', async () => {
    await writeFile(place('deep/.gitignore'), 'er/\n');
    await sync('deep/.gitignore');
    expect(await paths()).not.toContain('deep/er/d.md');
    await rm(place('deep/.gitignore'));
    await sync('deep/.gitignore');
    expect(await paths()).toContain('deep/er/d.md');
    expect(bed.reader.scans).toBe(0);
  });

  it('compares everything when the source is stale, and when the path is the source itself', async () => {
    await rename(place(''), join(bed.folder, 'away'));
    await sync('a.md');
    expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ state: 'stale', documents: 5 });
    await rename(join(bed.folder, 'away'), place(''));
    await writeFile(place('b.md'), 'Changed meanwhile.');
    await sync('a.md');
    expect(await bed.texts('notes-docs')).toContain('Changed meanwhile.');
    await writeFile(place('b.md'), 'Changed once more.');
    await sync('.gitignore');
    expect(await bed.texts('notes-docs')).toContain('Changed once more.');
  });

  it('notices another file by its number, whatever its size and its time say', async () => {
    const { atime, mtime } = await stat(place('a.md'));
    await writeFile(place('swap'), 'Eton a.');
    await utimes(place('swap'), atime, mtime);
    await rename(place('swap'), place('a.md'));
    await sync('a.md');
    expect(await bed.texts('notes-docs')).toContain('Eton a.');
  });

  it('notices a file that was written anew by its time of change, whatever its size, number and time of modification say', async () => {
    const moment = new Date('2026-05-01');
    await utimes(place('a.md'), moment, moment);
    await sync('a.md');
    await writeFile(place('a.md'), 'Vote a.');
    await utimes(place('a.md'), moment, moment);
    await sync('a.md');
    expect(await bed.texts('notes-docs')).toContain('Vote a.');
  });

  it('reads a file once whose rights changed, and leaves its document as it is', async () => {
    bed.reader.paths.length = 0;
    const [before] = await bed.points('notes-docs');
    await chmod(place('a.md'), 0o600);
    for (let n = 0; n < 2; n++) await sync('a.md');
    expect(bed.reader.paths).toEqual(['a.md']);
    expect((await bed.points('notes-docs'))[0]).toEqual(before);
  });

  it.each([
    ['in the future', 86_400_000],
    ['of long ago', -86_400_000 * 365],
  ])('takes a time of change %s as it is', async (_, offset) => {
    await writeFile(place('a.md'), 'By another clock.');
    await utimes(place('a.md'), new Date(), new Date(Date.now() + offset));
    await sync('a.md');
    expect(await bed.texts('notes-docs')).toContain('By another clock.');
    bed.reader.paths.length = 0;
    await sync('a.md');
    expect(bed.reader.paths).toEqual([]);
  });

  it.each([
    ['the folder is empty', ['a.md', 'deep'], []],
    ['no document would be left', ['a.md', 'b.md', 'deep', 'two\nlines 🙂.md'], ['.env']],
  ])('deletes nothing when %s all of a sudden', async (_, changed, left) => {
    await rm(place(''), { recursive: true });
    await mkdir(place(''));
    for (const name of left) await writeFile(place(name), 'KEY=1');
    await sync(...changed);
    expect(await paths()).toHaveLength(5);
    const stale = await new SummariseSource(bed.collaborators).run(id);
    expect(stale).toMatchObject({ state: 'stale', documents: 5 });
    expect(stale?.reason).toContain('The folder is empty, but 5 documents are known of it.');
  });

  it('deletes no great part of the source without a confirmation', async () => {
    for (let i = 0; i < 30; i++) await bed.write(`notes/many/${i.toString()}.md`, `Of many ${i.toString()}.`);
    await sync('many');
    await rm(place('many'), { recursive: true });
    await sync('many');
    expect(await paths()).toHaveLength(35);
    expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ state: 'stale' });
  });
});
