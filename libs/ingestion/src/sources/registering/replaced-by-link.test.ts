import { rename, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncLocalQueue, type SourceKind } from '@tributary/contracts';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from './add-source.use-case.js';
import { SummariseSource } from '../state/summarise-source.js';

let bed: Testbed;
let parts: Collaborators;
beforeEach(async () => {
  bed = await Testbed.open();
  parts = { ...bed.collaborators, readers: { ...bed.collaborators.readers, ...noteReaders(new FolderReader()) } };
  await bed.start(parts);
});
afterEach(() => bed.close());

interface Swap {
  readonly kind: SourceKind;
  /** Of the source. */
  readonly location: string;
  /** What becomes a link. */
  readonly replaced: string;
  /** What stands where the link leads, and its text. */
  readonly file: string;
  readonly text: (words: string) => string;
}

const plain = (words: string) => words;
const SWAPS: readonly Swap[] = [
  { kind: 'folder', location: 'share/x', replaced: 'share/x', file: 'share/x/a.md', text: plain },
  { kind: 'folder', location: 'share/x', replaced: 'share', file: 'share/x/a.md', text: plain },
  { kind: 'file', location: 'share/a.md', replaced: 'share/a.md', file: 'share/a.md', text: plain },
  { kind: 'obsidian', location: 'share/x', replaced: 'share/x', file: 'share/x/a.md', text: plain },
  {
    kind: 'jsonl',
    location: 'share/a.jsonl',
    replaced: 'share/a.jsonl',
    file: 'share/a.jsonl',
    text: (text) => JSON.stringify({ id: 'a', text }),
  },
];

it.each(SWAPS)('reads nothing of what a link leads to that took the place of $replaced ($kind)', async ({ kind, location, ...swap }) => {
  const { replaced, file, text } = swap;
  await bed.write(file, text('What was allowed.'));
  const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, location), kind, collection: 'shared' });
  await bed.idle();
  expect(await bed.texts('shared')).toEqual(['What was allowed.']);
  await bed.write(`private/${file}`, text('What nobody allowed.'));
  await rename(join(bed.folder, replaced), join(bed.folder, 'before'));
  await symlink(join(bed.folder, 'private', replaced), join(bed.folder, replaced));
  for (const paths of [undefined, ['a.md']]) {
    await bed.queues.add(syncLocalQueue, { source_id: sourceId, confirmed: true, ...(paths ? { paths } : {}) });
    await bed.idle();
    expect(await bed.texts('shared')).toEqual(['What was allowed.']);
    const summary = await new SummariseSource(parts).run(sourceId);
    expect(summary).toMatchObject({ state: 'stale', documents: 1, failed: 0 });
    expect(summary?.reason).toMatch(/a link leads elsewhere from there/);
    expect(summary?.reason).not.toContain('private');
  }
});

it('goes on where the folder stands in its place again', async () => {
  await bed.write('share/a.md', 'What was allowed.');
  const { sourceId } = await new AddSource(parts).run({ location: join(bed.folder, 'share'), collection: 'shared' });
  await bed.idle();
  const [place, before] = [join(bed.folder, 'share'), join(bed.folder, 'before')];
  await rename(place, before);
  await symlink(dirname(bed.folder), place);
  const sync = async () => {
    await bed.queues.add(syncLocalQueue, { source_id: sourceId });
    await bed.idle();
    return (await new SummariseSource(parts).run(sourceId))?.state;
  };
  expect(await sync()).toBe('stale');
  await rename(place, join(bed.folder, 'link'));
  await rename(before, place);
  await bed.write('share/b.md', 'What came later.');
  expect(await sync()).toBe('idle');
  expect(await bed.texts('shared')).toEqual(['What was allowed.', 'What came later.']);
});
