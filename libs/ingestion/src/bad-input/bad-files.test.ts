import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import type { ReadOptions, ScanOptions, SourceReader } from '@tributary/sources-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const NOBODY = 65_534;

/** What happens to a file just before it is read, and what follows its reading. */
type Mishap = (read: () => ReturnType<SourceReader['read']>) => ReturnType<SourceReader['read']>;

/** Reads folders, with mishaps between the listing of a file and its reading. */
class UnluckyReader implements SourceReader {
  readonly kind = 'folder';
  constructor(
    private readonly inner: SourceReader,
    private readonly mishaps: Readonly<Record<string, Mishap>>,
  ) {}

  inspect(location: string) {
    return this.inner.inspect(location);
  }

  scan(location: string, options?: ScanOptions) {
    return this.inner.scan(location, options);
  }

  read(location: string, path: string, options?: ReadOptions) {
    const read = () => this.inner.read(location, path, options);
    return this.mishaps[path]?.(read) ?? read();
  }
}

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const place = (name: string) => join(bed.folder, 'shelf', name);
const summary = (id: string) => new SummariseSource(bed.collaborators).run(id);

async function index(mishaps: Readonly<Record<string, Mishap>> = {}): Promise<string> {
  const reader = new UnluckyReader(bed.reader, mishaps);
  await bed.start({ readers: { folder: reader, file: reader } });
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  return sourceId;
}

async function sync(id: string): Promise<void> {
  await bed.queues.add(syncLocalQueue, { source_id: id });
  await bed.idle();
}

/** Permissions do not hold for root, so root reads as nobody. */
const asNobody: Mishap = async (read) => {
  if (process.getuid?.() !== 0) return read();
  process.seteuid?.(NOBODY);
  try {
    return await read();
  } finally {
    process.seteuid?.(0);
  }
};

it('finds files whose names hold line ends, emoji and quotes, and lets them go again', async () => {
  const names = ['two\nlines.md', '🙂/👩‍👧.md', `"quotes'.md`, '-rf.md', 'per%cent#:.md'];
  for (const name of names) await bed.write(join('shelf', name), `Text of ${JSON.stringify(name)}.`);
  const id = await index();
  const texts = () => bed.texts('shelf-docs');
  expect((await texts()).toSorted()).toEqual(names.map((name) => `Text of ${JSON.stringify(name)}.`).toSorted());
  const points = await bed.points('shelf-docs');
  expect(points.map(({ payload }) => payload.path).toSorted()).toEqual(names.toSorted());
  await rm(place('two\nlines.md'));
  await writeFile(place('🙂/👩‍👧.md'), 'Another text.');
  await sync(id);
  expect(await texts()).toHaveLength(names.length - 1);
  expect(await texts()).toContain('Another text.');
});

it('names the files that vanish or may not be read when their turn comes, indexes the others, and those when they can be read again', async () => {
  await chmod(bed.folder, 0o755);
  for (const name of ['vanishing.md', 'locked.md', 'plain.md']) await bed.write(`shelf/${name}`, `Text of ${name}.`);
  await chmod(place('locked.md'), 0o600);
  let isLocked = true;
  const id = await index({
    'vanishing.md': async (read) => {
      await rm(place('vanishing.md'));
      return read();
    },
    'locked.md': (read) => (isLocked ? asNobody(read) : read()),
  });
  expect(await bed.texts('shelf-docs')).toEqual(['Text of plain.md.']);
  const first = await summary(id);
  expect(first).toMatchObject({ documents: 1, pending: 0, failed: 2 });
  expect(first?.failures?.toSorted((a, b) => (a.document < b.document ? -1 : 1))).toEqual([
    { document: 'locked.md', code: 'SOURCE.FILE_UNREADABLE', message: 'The file could not be read: unreadable.' },
    { document: 'vanishing.md', code: 'SOURCE.FILE_UNREADABLE', message: 'The file could not be read: missing.' },
  ]);
  isLocked = false;
  await sync(id);
  expect(await bed.texts('shelf-docs')).toEqual(['Text of locked.md.', 'Text of plain.md.']);
  expect(await summary(id)).toMatchObject({ documents: 2, failed: 0 });
});

it('reads a file that is written while it is read again when it rests, and holds no other up', async () => {
  await bed.write('shelf/plain.md', 'Text of plain.md.');
  await bed.write('shelf/restless.md', 'Version 0.');
  let reads = 0;
  const id = await index({
    // Twice another version is there when its reading ends, as a reader that compares before and after finds out.
    'restless.md': async (read) => {
      if (++reads > 2) return read();
      await writeFile(place('restless.md'), `Version ${reads.toString()}.`);
      return { read: false, reason: 'changing' };
    },
  });
  expect(await bed.texts('shelf-docs')).toEqual(['Text of plain.md.', 'Version 2.']);
  expect(await summary(id)).toMatchObject({ documents: 2, pending: 0, failed: 0 });
});

it('keeps what is indexed of a file that cannot be read for the moment', async () => {
  await bed.write('shelf/away.md', 'Text of away.md.');
  let reason: string | undefined;
  const id = await index({
    'away.md': (read) => (reason === undefined ? read() : Promise.resolve({ read: false, reason })),
  });
  for (reason of ['missing', 'unreadable', 'outside', 'changing']) {
    await writeFile(place('away.md'), `Not read: ${reason}.`);
    await sync(id);
    expect(await bed.texts('shelf-docs')).toEqual(['Text of away.md.']);
  }
  reason = undefined;
  await sync(id);
  expect(await bed.texts('shelf-docs')).toEqual(['Not read: changing.']);
});
