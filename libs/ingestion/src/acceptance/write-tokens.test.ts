import { localOwner, type DocumentOutcome } from '@tributary/contracts';
import { sequenceOf } from '@tributary/engines-port';
import { parseWriteToken } from '@tributary/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DeleteDocuments } from '../delete-documents/delete-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';
import { AcceptDocuments } from './accept-documents.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const accept = async (id: string, content: string, version?: number): Promise<DocumentOutcome> => {
  const document = { v: 1 as const, collection: 'notes', id, content, ...(version === undefined ? {} : { version }) };
  const [outcome] = await new AcceptDocuments(bed.collaborators).run([document]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
};
const markOf = ({ token = '' }: { readonly token?: string | undefined }) => parseWriteToken(token).collections['notes'] ?? -1;

/** Whether the document still stands before this mark, so that a search after it would wait. */
async function isOwed(key: string, mark: number): Promise<boolean> {
  const row = await bed.catalog.documents.get(`notes/${key}`);
  return row?.state === 'accepted' && sequenceOf(row) <= mark;
}

describe('the token of an accepted document', () => {
  it('stands for that document until it is searchable', async () => {
    const mark = markOf(await accept('a', 'one'));
    expect(await isOwed('a', mark)).toBe(true);
    await bed.start();
    await bed.idle();
    expect(await isOwed('a', mark)).toBe(false);
  });

  it('stands for a newer version too, while no version is searchable', async () => {
    const first = markOf(await accept('a', 'one', 1));
    bed.clock.moveOn(60_000);
    const second = markOf(await accept('a', 'two', 2));
    expect([await isOwed('a', first), await isOwed('a', second)]).toEqual([true, true]);
    await bed.start();
    await bed.idle();
    bed.clock.moveOn(60_000);
    await bed.stop();
    const third = markOf(await accept('a', 'three', 3));
    expect([await isOwed('a', first), await isOwed('a', third)]).toEqual([false, true]);
  });

  it('still stands for it after a sweep took it up again', async () => {
    const mark = markOf(await accept('a', 'one'));
    bed.clock.moveOn(60_000);
    await new Sweep(bed.collaborators).run({ olderThanMs: 0 });
    expect((await bed.catalog.documents.get('notes/a'))?.accepted_at).toBeGreaterThan(mark);
    expect(await isOwed('a', mark)).toBe(true);
  });

  it('is given for what was there already, and not for what is refused', async () => {
    await accept('a', 'one', 5);
    const [again, older] = [await accept('a', 'one', 5), await accept('a', 'old', 4)];
    expect([again.status, await isOwed('a', markOf(again))]).toEqual(['unchanged', true]);
    expect([older.status, await isOwed('a', markOf(older))]).toEqual(['superseded', true]);
    expect(await accept('b', 'x'.repeat(21 * 1024 * 1024))).not.toHaveProperty('token');
  });
});

it('is given for a delete, which is in effect when it answers, and not for a dry run', async () => {
  await accept('a', 'one');
  const remove = new DeleteDocuments(bed.collaborators);
  const ids = ['tributary://notes/a'];
  const context = { principal: localOwner, signal: AbortSignal.timeout(10_000) };
  expect(await remove.run({ ids, dry_run: true }, context)).not.toHaveProperty('token');
  expect(markOf(await remove.run({ ids, dry_run: false }, context))).toBe(0);
});

it('names the sync a source was added with, which the catalog notes when it has been through', async () => {
  await bed.write('folder/a.md', '# A text');
  const add = new AddSource(bed.collaborators);
  const [first, second] = [await add.run({ location: `${bed.folder}/folder` }), await add.run({ location: `${bed.folder}/folder` })];
  const sourceOf = async () => bed.catalog.sources.get(first.sourceId);
  expect([first, second].map(({ token }) => parseWriteToken(token).sources)).toEqual([{ [first.sourceId]: 1 }, { [first.sourceId]: 2 }]);
  expect(await sourceOf()).toMatchObject({ requested: 2, synced: 0 });
  await bed.start();
  await bed.idle();
  expect(await sourceOf()).toMatchObject({ requested: 2, synced: 2 });
});
