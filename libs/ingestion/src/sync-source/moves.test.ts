import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

describe('a file that moved', () => {
  let bed: Testbed;
  beforeEach(async () => {
    bed = await Testbed.open();
    await bed.start();
  });
  afterEach(() => bed.close());

  async function index(folder: string): Promise<string> {
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, folder) });
    await bed.idle();
    bed.provider.texts.length = 0;
    return sourceId;
  }

  async function sync(source_id: string, paths?: readonly string[]) {
    await bed.queues.add(syncLocalQueue, { source_id, ...(paths === undefined ? {} : { paths: [...paths] }) });
    await bed.idle();
  }

  const path = (name: string) => join(bed.folder, name);

  it('keeps its vectors under a new name and in a new folder', async () => {
    await bed.write('project/src/tide.ts', 'export function tide(hour: number): number {\n  return Math.sin(hour);\n}\n');
    await bed.write(
      'project/guide.md',
      `# Guide\n\n${'Ships wait here for the tide. '.repeat(20)}\n\n## Piers\n\n${'There are four. '.repeat(30)}\n`,
    );
    await bed.write('project/plain.txt', 'Without a title of its own.');
    const id = await index('project');
    const before = await bed.points('project-code');
    await rename(path('project/src'), path('project/source'));
    await rename(path('project/guide.md'), path('project/manual.md'));
    await mkdir(path('project/texts'));
    await rename(path('project/plain.txt'), path('project/texts/simple.txt'));
    await sync(id);
    expect(bed.provider.texts).toEqual([]);
    const after = await bed.points('project-code');
    expect(after.map(({ payload }) => payload.path)).toEqual(['source/tide.ts']);
    expect(after[0]?.vector).toEqual(before[0]?.vector);
    const paths = (await bed.points('project-docs')).map(({ payload }) => payload.path);
    expect(new Set(paths)).toEqual(new Set(['manual.md', 'texts/simple.txt']));
  });

  it('keeps them when git wrote it anew, and has only its other passages embedded', async () => {
    const paragraph = (n: number) => `Paragraph ${n.toString()} ${'tells of the sea and of the ships that sail on it. '.repeat(9)}`;
    const text = [1, 2, 3, 4].map(paragraph).join('\n\n');
    await bed.write('book/one.md', text);
    const id = await index('book');
    await bed.write('book/two.md', text.replace('Paragraph 3', 'Paragraph 5'));
    await rm(path('book/one.md'));
    await sync(id, ['one.md', 'two.md']);
    expect(bed.provider.texts).toHaveLength(1);
    expect((await bed.points('book-docs')).every(({ payload }) => payload.path === 'two.md')).toBe(true);
  });

  it('is not counted among those whose disappearance must be confirmed', async () => {
    for (let i = 0; i < 30; i++) await bed.write(`notes/old/${i.toString()}.md`, `Note number ${i.toString()}.`);
    const id = await index('notes');
    await rename(path('notes/old'), path('notes/new'));
    await sync(id, ['old', 'new']);
    expect(bed.provider.texts).toEqual([]);
    expect(await new SummariseSource(bed.collaborators).run(id)).toMatchObject({ state: 'idle', documents: 30 });
    expect((await bed.points('notes-docs')).every(({ payload }) => payload.path?.startsWith('new/') === true)).toBe(true);
  });

  it('gives nothing to a copy, and keeps what stays', async () => {
    await bed.write('notes/a.md', 'First note about the harbour.');
    const id = await index('notes');
    await writeFile(path('notes/b.md'), 'First note about the harbour.');
    await sync(id);
    expect((await bed.points('notes-docs')).map(({ payload }) => payload.path)).toEqual(['a.md', 'b.md']);
  });
});
