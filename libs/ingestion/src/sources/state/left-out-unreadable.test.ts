import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import type { PartialScanOptions, ScannedEntry, SourceReader } from '@tributary/sources-port';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { SummariseSource } from './summarise-source.js';

const NOBODY = 65_534;

/** Looks at parts of folders as nobody: permissions do not hold for root. */
class PartsAsNobody implements SourceReader {
  readonly kind = 'folder';
  constructor(private readonly inner: Testbed['reader']) {}

  readonly inspect = (location: string) => this.inner.inspect(location);
  readonly scan: SourceReader['scan'] = (location, options) => this.inner.scan(location, options);
  readonly read: SourceReader['read'] = (location, path, options) => this.inner.read(location, path, options);

  get partial() {
    const { partial } = this.inner;
    return { ...partial, scanPaths: (location: string, options: PartialScanOptions) => asNobody(partial.scanPaths(location, options)) };
  }
}

async function* asNobody(entries: AsyncIterable<ScannedEntry>): AsyncGenerator<ScannedEntry> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  const met: ScannedEntry[] = [];
  try {
    for await (const entry of entries) met.push(entry);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
  yield* met;
}

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  const reader = new PartsAsNobody(bed.reader);
  await bed.start({ readers: { folder: reader, file: reader } });
  await chmod(bed.folder, 0o755);
  await bed.write('shelf/a.md', 'First note.');
});
afterEach(() => bed.close());

it('what was left out of a folder that cannot be read for now goes on to count', async () => {
  const write = (name: string) => bed.write(`shelf/${name}.asc`, '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ==\n');
  for (let n = 0; n < 55; n++) await write(`keys/${n.toString()}`);
  const { sourceId: source_id } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  const skippedOf = async (...paths: string[]) => {
    await bed.queues.add(syncLocalQueue, { source_id, paths });
    await bed.idle();
    return (await new SummariseSource(bed.collaborators).run(source_id))?.skipped;
  };
  for (const name of ['a', 'b']) await write(`more/${name}`);
  expect(await skippedOf('more')).toEqual({ secret: 57 });
  const more = join(bed.folder, 'shelf/more');
  await chmod(more, 0o000);
  for (let n = 0; n < 3; n++) expect(await skippedOf('more')).toEqual({ secret: 57, unreadable: 1 });
  await chmod(more, 0o755);
  expect(await skippedOf('more')).toEqual({ secret: 57 });
});
