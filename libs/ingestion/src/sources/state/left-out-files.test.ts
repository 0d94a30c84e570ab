import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../../testbed/testbed.fixture.js';
import { AddSource } from '../registering/add-source.use-case.js';
import { SummariseSource } from './summarise-source.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('shelf/a.md', 'First note.');
});
afterEach(() => bed.close());

/** Only reading one tells that it holds a key. */
const keyOf = (n: number) => `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ${n.toString()}==\n`;

async function index(): Promise<string> {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  return sourceId;
}

async function compared(id: string, paths?: readonly string[]) {
  await bed.queues.add(syncLocalQueue, { source_id: id, ...(paths === undefined ? {} : { paths: [...paths] }) });
  await bed.idle();
  const { skipped, last_sync: last } = (await new SummariseSource(bed.collaborators).run(id)) ?? {};
  return { skipped, names: Object.fromEntries(Object.entries(last?.examples ?? {}).map(([reason, paths]) => [reason, paths.toSorted()])) };
}

it('a file counts once, however often it is saved, and no more when it is gone or can be read', async () => {
  await bed.write('shelf/key.asc', keyOf(0));
  await bed.write('shelf/other.asc', keyOf(0));
  const id = await index();
  for (let n = 1; n < 4; n++) {
    await bed.write('shelf/key.asc', keyOf(n));
    expect(await compared(id, ['key.asc'])).toEqual({ skipped: { secret: 2 }, names: { secret: ['key.asc', 'other.asc'] } });
  }
  await rm(join(bed.folder, 'shelf/key.asc'));
  expect(await compared(id, ['key.asc'])).toEqual({ skipped: { secret: 1 }, names: { secret: ['other.asc'] } });
  await bed.write('shelf/other.asc', 'A note by now.');
  expect(await compared(id, ['other.asc'])).toEqual({ skipped: {}, names: {} });
  expect(await compared(id)).toEqual({ skipped: {}, names: {} });
});

it('a file that is left out for another reason than before counts under that alone', async () => {
  await bed.write('shelf/key.asc', keyOf(0));
  const id = await index();
  await bed.write('shelf/key.asc', 'a\u0000b');
  expect(await compared(id, ['key.asc'])).toEqual({ skipped: { binary: 1 }, names: { binary: ['key.asc'] } });
});

it('what the walk leaves out of a part is known at once, a folder once', async () => {
  await bed.write('shelf/.gitignore', 'drafts/\n');
  await bed.write('shelf/drafts/a.md', 'A draft.');
  const id = await index();
  const before = await compared(id);
  await bed.write('shelf/drafts/b.md', 'A draft.');
  expect(await compared(id, ['drafts/a.md', 'drafts/b.md'])).toEqual(before);
  await bed.write('shelf/.env', 'SECRET=1');
  expect(await compared(id, ['.env'])).toEqual({
    skipped: { ...before.skipped, secret: 1 },
    names: { ...before.names, secret: ['.env'] },
  });
});

it('more than fifty of a reason count, and go on to do so when one of them is saved', async () => {
  for (let n = 0; n < 60; n++) await bed.write(`shelf/${n.toString()}.asc`, keyOf(n));
  const id = await index();
  const { skipped, names } = await compared(id);
  expect([skipped, names['secret']?.length]).toEqual([{ secret: 60 }, 50]);
  const [named = ''] = names['secret'] ?? [];
  await bed.write(`shelf/${named}`, keyOf(100));
  expect((await compared(id, [named])).skipped).toEqual({ secret: 60 });
});

it('of those beyond fifty each counts once, however often it is saved, and no more when it is gone', async () => {
  for (let n = 0; n < 60; n++) await bed.write(`shelf/${n.toString()}.asc`, keyOf(n));
  const id = await index();
  const { names } = await compared(id);
  const unnamed = Array.from({ length: 60 }, (_, n) => `${n.toString()}.asc`).filter((path) => names['secret']?.includes(path) === false);
  expect(unnamed).toHaveLength(10);
  const [first = '', second = ''] = unnamed;
  for (let n = 0; n < 3; n++) {
    await bed.write(`shelf/${first}`, keyOf(100 + n));
    expect((await compared(id, [first])).skipped).toEqual({ secret: 60 });
  }
  // As they were left, and in a part with others.
  expect((await compared(id, [first, second])).skipped).toEqual({ secret: 60 });
  await bed.write(`shelf/${first}`, 'A note by now.');
  expect((await compared(id, [first])).skipped).toEqual({ secret: 59 });
  for (const path of unnamed.slice(1)) await rm(join(bed.folder, 'shelf', path));
  for (let n = 0; n < 2; n++) expect((await compared(id, unnamed)).skipped).toEqual({ secret: 50 });
  await bed.write(`shelf/${second}`, keyOf(200));
  expect((await compared(id, [second])).skipped).toEqual({ secret: 51 });
  expect((await compared(id)).skipped).toEqual({ secret: 51 });
});

/** Fifty that are named, one of the same folder and two of another one that are not. */
async function beyondFifty() {
  for (let n = 0; n < 51; n++) await bed.write(`shelf/keys/${n.toString()}.asc`, keyOf(n));
  const id = await index();
  for (const name of ['a', 'b']) await bed.write(`shelf/more/${name}.asc`, keyOf(100));
  expect(await compared(id, ['more'])).toMatchObject({ skipped: { secret: 53 } });
  return id;
}

it('one beyond fifty that goes and comes back counts each time, as it was and anew', async () => {
  const id = await beyondFifty();
  const [there, away] = [join(bed.folder, 'shelf/more'), join(bed.folder, 'more')];
  for (let n = 0; n < 2; n++) {
    await rename(there, away);
    expect((await compared(id, ['more'])).skipped).toEqual({ secret: 51 });
    await rename(away, there);
    for (let again = 0; again < 2; again++) expect((await compared(id, ['more'])).skipped).toEqual({ secret: 53 });
    await rm(join(there, 'a.asc'));
    expect((await compared(id, ['more/a.asc'])).skipped).toEqual({ secret: 52 });
    await bed.write('shelf/more/a.asc', keyOf(100));
    for (let again = 0; again < 2; again++) expect((await compared(id, ['more/a.asc'])).skipped).toEqual({ secret: 53 });
  }
  expect((await compared(id)).skipped).toEqual({ secret: 53 });
});

it('a document that is left out beyond fifty counts from then on, once', async () => {
  const id = await beyondFifty();
  await bed.write('shelf/more/a.asc', 'A note by now.');
  expect((await compared(id, ['more/a.asc'])).skipped).toEqual({ secret: 52 });
  await bed.write('shelf/more/a.asc', keyOf(200));
  for (let again = 0; again < 2; again++) expect((await compared(id, ['more/a.asc'])).skipped).toEqual({ secret: 53 });
  expect((await compared(id)).skipped).toEqual({ secret: 53 });
});
