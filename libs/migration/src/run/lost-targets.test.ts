import type { EmbeddedEngine } from '@tributary/engines-embedded';
import { physicalName } from '@tributary/engines-port';
import { MemoryEngine, sampleDocument } from '@tributary/engines-port/memory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allPoints, openMigrationBed, type MigrationBed } from '../testbed/migration-bed.fixture.js';
import { sweepMigrations } from './sweep-migrations.js';

const DAY_MS = 86_400_000;

let main: EmbeddedEngine;
let other: MemoryEngine;
let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  other = new MemoryEngine({ name: 'other' });
  ({ main, bed, close } = await openMigrationBed([other]));
  await bed.fill(20);
  await bed.start({ from: 'notes', to: 'other' });
  await bed.run();
});
afterEach(() => close());

const THERE = physicalName('notes', 2);

/** The server of the target lost its data; somebody made the collection again, empty. */
async function loseTarget({ isMadeAgain }: { readonly isMadeAgain: boolean }): Promise<void> {
  const card = (await other.getCollection(THERE))?.card;
  await other.dropCollection(THERE);
  if (isMadeAgain && card !== undefined) await other.createCollection(THERE, card);
}

const keptTexts = async () => (await allPoints(main, physicalName('notes', 1))).map(({ payload }) => payload.content);

async function moveBack(): Promise<void> {
  await bed.start({ from: 'notes', back: true });
  await bed.run();
}

/** As a repair marks it. */
async function markLost(key: string): Promise<void> {
  const error = { code: 'DOCUMENT.POINTS_LOST', message: 'Lost.' };
  await bed.catalog.documents.change(`notes/${key}`, (present) =>
    present === undefined ? { keep: true } : { set: { ...present, state: 'failed', lost: present.version, hash: '', error } },
  );
}

/** A version without passages, of which nothing says whether it ever had some. */
async function emptyVersion(key: string) {
  const row = await bed.catalog.documents.get(`notes/${key}`);
  return { docId: row?.doc_id ?? '', key, version: 2, hash: 'h2', points: [] };
}

it.each([{ isMadeAgain: true }, { isMadeAgain: false }])(
  'moves back all that was kept when the target lost it ($isMadeAgain: made again), but what was deleted since',
  async (how) => {
    await bed.remove('doc-0004', 2);
    await loseTarget(how);
    if (how.isMadeAgain) await bed.write('since');
    await markLost('doc-0003');
    await moveBack();
    expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0 } });
    const texts = await keptTexts();
    expect(texts).toHaveLength(how.isMadeAgain ? 39 : 38);
    expect(texts).not.toContain('Chunk one of 4.');
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1 });
    const row = await bed.catalog.documents.get('notes/doc-0003');
    expect(row).toMatchObject({ state: 'indexed', version: 1, chunks: 2 });
    expect(row).not.toHaveProperty('error');
    expect(row?.hash).not.toBe('');
  },
);

it('moves back what is newer on either side when the target was put back to an older state', async () => {
  await bed.write('doc-0001', { version: 2, chunks: ['Changed since.'] });
  const older = sampleDocument({ collection: 'notes', key: 'doc-0002', version: 0, chunks: ['Of an older state.'] });
  await loseTarget({ isMadeAgain: true });
  await other.writeDocument({ ...older, collection: THERE });
  const newer = sampleDocument({ collection: 'notes', key: 'doc-0001', version: 2, chunks: ['Changed since.'] });
  await other.writeDocument({ ...newer, collection: THERE });
  await moveBack();
  expect(await bed.status()).toMatchObject({ state: 'done' });
  const texts = await keptTexts();
  expect([texts.includes('Changed since.'), texts.includes('Chunk one of 2.'), texts.length]).toEqual([true, true, 39]);
});

it('moves back nothing for everybody that only some may read by now', async () => {
  await bed.catalog.documents.change('notes/doc-0003', (present) =>
    present === undefined ? { keep: true } : { set: { ...present, version: 2, access: { acl: ['user:alice'] } } },
  );
  await loseTarget({ isMadeAgain: true });
  await moveBack();
  expect(await bed.status()).toMatchObject({ state: 'done' });
  const texts = await keptTexts();
  expect([texts.length, texts.includes('Chunk one of 3.')]).toEqual([38, false]);
});

it('keeps what was kept where the target knows a newer version without its passages, and follows one that has no text', async () => {
  for (const key of ['doc-0003', 'doc-0005']) await other.writeDocument({ ...(await emptyVersion(key)), collection: THERE });
  const chunksOf = (key: string, chunks: number) =>
    bed.catalog.documents.change(`notes/${key}`, (present) =>
      present === undefined ? { keep: true } : { set: { ...present, version: 2, hash: 'h2', chunks, access: {} } },
    );
  await chunksOf('doc-0003', 2);
  await chunksOf('doc-0005', 0);
  await moveBack();
  const texts = await keptTexts();
  expect([texts.length, texts.includes('Chunk one of 3.'), texts.includes('Chunk one of 5.')]).toEqual([38, true, false]);
});

it('makes no further move while what was kept alone holds documents, and makes it once they are back', async () => {
  await loseTarget({ isMadeAgain: true });
  await bed.start({ from: 'notes', to: 'main' });
  await expect(bed.run()).rejects.toMatchObject({ code: 'MIGRATION.KEPT_NEEDED' });
  expect(await keptTexts()).toHaveLength(40);
  await moveBack();
  await bed.start({ from: 'notes', to: 'other' });
  await bed.run();
  expect(await bed.points()).toHaveLength(40);
});

it('keeps what answered before beyond its time as long as it alone holds documents', async () => {
  await loseTarget({ isMadeAgain: true });
  bed.now += 8 * DAY_MS;
  await sweepMigrations(bed.collaborators);
  expect(await keptTexts()).toHaveLength(40);
  await moveBack();
  bed.now += 8 * DAY_MS;
  await sweepMigrations(bed.collaborators);
  expect((await bed.catalog.collections.get('notes'))?.previous).toBeUndefined();
  expect(await bed.points()).toHaveLength(40);
});

it('drops nothing that it did not begin to fill, as a restored catalog does not know what came after it', async () => {
  await moveBack();
  const card = (await other.getCollection(THERE))?.card;
  const record = await bed.catalog.collections.get('notes');
  if (card === undefined || record === undefined) throw new Error('no notes');
  const { previous: _moved, ...restored } = record;
  await bed.catalog.collections.change('notes', () => ({ set: restored }));
  await sweepMigrations(bed.collaborators);
  await other.createCollection(THERE, card);
  const since = sampleDocument({ collection: 'notes', key: 'tamandua', version: 1, chunks: ['Only here.'] });
  await other.writeDocument({ ...since, collection: THERE });
  await bed.start({ from: 'notes', to: 'other' });
  await expect(bed.run()).rejects.toMatchObject({ code: 'MIGRATION.GENERATION_TAKEN' });
  expect((await allPoints(other, THERE)).map(({ payload }) => payload.content)).toContain('Only here.');
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1, building: [] });
});
