import type { MemoryEngine } from '@tributary/engines-port/memory';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import type { Testbed } from '../testbed/testbed.fixture.js';
import { Examine } from './examine.use-case.js';
import { MAIN, openTwoEngines, THERE, WEEK_MS } from './two-engines.fixture.js';

let bed: Testbed;
let q: MemoryEngine;
let parts: Collaborators;
beforeEach(async () => {
  ({ bed, q, parts } = await openTwoEngines());
  await handIn('x', 'y');
});
afterEach(() => bed.close());

async function handIn(...ids: readonly string[]): Promise<void> {
  await new AcceptDocuments(parts).run(ids.map((id) => ({ v: 1 as const, collection: 'notes', id, content: `Note ${id}.` })));
  await bed.idle();
}

const examine = (repair = true) => new Examine(parts).run({ repair }, AbortSignal.timeout(60_000));

async function createThere(): Promise<void> {
  const record = await bed.catalog.collections.get('notes');
  if (record === undefined) throw new Error('no notes');
  await q.createCollection(THERE, record.card);
}

/** As after a move to q, which has lost what was moved there. */
async function moveAndLose(): Promise<void> {
  await bed.catalog.collections.change('notes', (present) => {
    if (present === undefined) return { keep: true };
    const previous = { engine: 'main', generation: 1, card: present.card, until: bed.clock.now() + WEEK_MS };
    return { set: { ...present, engine: 'q', generation: 2, previous } };
  });
}

async function textsIn(engine: MemoryEngine | Testbed['engine'], name: string): Promise<readonly string[]> {
  const { points } = await engine.scroll({ collection: name, limit: 500 });
  return points.map(({ payload }) => payload.content).toSorted();
}

it.each([
  ['and is gone as a whole', () => Promise.resolve()],
  ['and was made again, empty', createThere],
])('brings what a moved collection lost back from what was kept, where the collection lost everything %s', async (_how, after) => {
  await moveAndLose();
  await after();
  const { examples } = await examine(false);
  expect(examples.find(({ kind }) => kind === 'missing-points')?.detail).toBe(
    'q has lost 2 documents that main, kept from before the last move, still holds: taken over from there. "tributary migrate notes --back" lets that one answer again.',
  );
  expect(examples.filter(({ detail }) => detail.includes('hand it in again'))).toEqual([]);
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(q, THERE)).toEqual(['Note x.', 'Note y.']);
  expect(await textsIn(bed.engine, MAIN)).toEqual(['Note x.', 'Note y.']);
  expect(await bed.catalog.documents.get('notes/x')).toMatchObject({ state: 'indexed', chunks: 1 });
});

it('brings back also what an earlier repair marked as failed, but nothing that was deleted', async () => {
  await moveAndLose();
  await createThere();
  const error = { code: 'DOCUMENT.POINTS_LOST', message: 'Lost.' };
  const change = (id: string, news: object) =>
    bed.catalog.documents.change(`notes/${id}`, (present) =>
      present === undefined ? { keep: true } : { set: { ...present, version: present.version + 1, hash: '', ...news } },
    );
  await change('x', { state: 'failed', error });
  await change('y', { state: 'deleted', chunks: 0 });
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(q, THERE)).toEqual(['Note x.']);
  expect(await bed.catalog.documents.get('notes/x')).not.toHaveProperty('error');
  expect(await bed.catalog.documents.get('notes/x')).toMatchObject({ state: 'indexed' });
});

/** One that only q has: written there after the catalog was backed up. */
async function writeOnlyThere(): Promise<void> {
  await createThere();
  await handIn('tamandua');
  const docId = documentId('notes', 'tamandua');
  const { points } = await bed.engine.scroll({ collection: MAIN, limit: 500 });
  const own = points.filter(({ payload }) => payload.doc_id === docId);
  const [fence] = await bed.engine.fences(MAIN, [docId]);
  if (fence === undefined) throw new Error('not written');
  await q.writeDocument({ collection: THERE, docId, key: 'tamandua', version: fence.version, hash: fence.hash, points: own });
  await bed.catalog.documents.delete(['notes/tamandua']);
}

it('names a generation that came about after what a restored catalog knows, takes over what it alone holds, and then drops it', async () => {
  await writeOnlyThere();
  await bed.engine.dropCollection(MAIN);
  await bed.catalog.documents.delete(['notes/x', 'notes/y']);
  const { examples } = await examine(false);
  expect(examples).toContainEqual({
    kind: 'newer-generation',
    collection: THERE,
    detail:
      'The engine q holds 1 document in it, which the catalog does not know, as after an older backup was restored, and main does not: taken over, then it is dropped.',
  });
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await textsIn(bed.engine, MAIN)).toEqual(['Note tamandua.']);
  expect(await bed.catalog.documents.get('notes/tamandua')).toMatchObject({ state: 'indexed', chunks: 1 });
  expect(await q.listCollections()).toEqual([]);
});

it('lists a collection on a server again that is marked as ours and the catalog does not know', async () => {
  await writeOnlyThere();
  await bed.catalog.collections.delete(['notes']);
  await bed.engine.dropCollection(MAIN);
  await bed.catalog.documents.delete(['notes/x', 'notes/y']);
  expect(await examine()).toMatchObject({ remaining: 0 });
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'q', generation: 2 });
  expect(await bed.catalog.documents.get('notes/tamandua')).toMatchObject({ state: 'indexed' });
});
