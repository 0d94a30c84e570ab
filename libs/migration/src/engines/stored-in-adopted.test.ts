import { Card, type CardFields } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { documentRecordKey, physicalName, toForeignPoint } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { documentId, md5Uuid } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const FIELDS: CardFields = { text: 'document', metadata: 'metadata' };
const THEIRS = '7b0d9c4e-3a51-4f7e-9d0b-0c1f5a2e6d11';
/** Versions of what is stored are the times of the stores. */
const VERSION = 1_790_000_000_000;

const vectorOf = (n: number) => Float32Array.from({ length: 8 }, (_, k) => Math.sin(n * 7 + k * k));
const stored = (originalId: string, content: string) =>
  toForeignPoint({ id: md5Uuid(originalId), originalId, content, vector: vectorOf(2), others: {} }, { fields: FIELDS, vector: 'fast-bge' });

/** A collection of another program with one entry of its own and one that was stored through Tributary, on an engine in memory. */
async function adoptedBed(main: EmbeddedEngine) {
  const maker = { id: THEIRS, payload: { document: 'Written by its maker.' }, vectors: new Map([['fast-bge', vectorOf(1)]]) };
  const foreign = new MemoryForeign([
    {
      name: 'memories',
      vectors: [{ name: 'fast-bge', kind: 'dense', dimension: 8, distance: 'cosine' }],
      metadata: {},
      points: [maker, stored('note 1', 'Stored through Tributary.')],
    },
  ]);
  const bed = new MigrationBed(main, [new MemoryEngine({ name: 'other', foreign })]);
  const card = Card.parse({
    model: { name: 'sample', dimension: 8 },
    vectors: { dense: 'fast-bge' },
    fields: FIELDS,
    created_at: '2026-01-01T00:00:00Z',
  });
  await bed.catalog.collections.change('memories', () => ({
    set: { name: 'memories', engine: 'other', card, generation: 1, adopted: 'memories' },
  }));
  const row = {
    collection: 'memories',
    key: 'note 1',
    doc_id: documentId('memories', 'note 1'),
    version: VERSION,
    hash: 'of the text',
    title: 'Note',
  };
  await bed.catalog.documents.change(documentRecordKey('memories', 'note 1'), () => ({
    set: { ...row, state: 'indexed', chunks: 1, accepted_at: 1, indexed_at: 1 },
  }));
  return { bed, foreign };
}

describe('what was stored into a collection of another program', () => {
  it.each([
    ['as it was stored', false, VERSION],
    ['as another program left it meanwhile', true, VERSION + 1],
  ])('moves under the id it was given, and its row follows it: %s', async (_, isChanged, version) => {
    await using folder = await temporaryFolder();
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const { bed, foreign } = await adoptedBed(main);
    await bed.start({ from: 'memories', to: 'main' });
    if (isChanged) afterFirstWrite(main, () => foreign.upsert('memories', [stored('note 1', 'Changed by its maker.')]));
    await bed.run('memories');

    const ids = (await bed.points('memories')).map(({ payload }) => payload.original_id);
    expect(ids.toSorted()).toEqual([`memories:${THEIRS}:chunk:0`, 'memories:note 1:chunk:0']);
    const docId = documentId('memories', 'note 1');
    const [fence] = await main.fences(physicalName('memories', 2), [docId]);
    expect(fence).toMatchObject({ version, deleted: false });
    const row = await bed.catalog.documents.get('memories/note 1');
    expect(row).toMatchObject({ doc_id: docId, state: 'indexed', version, hash: fence?.hash, title: 'Note', chunks: 1 });
    expect(await bed.catalog.documents.count({ collection: 'memories' })).toBe(2);
    await main.close();
  });

  it('is not said to be kept for an undoing that would be refused', async () => {
    await using folder = await temporaryFolder();
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const { bed } = await adoptedBed(main);
    await bed.start({ from: 'memories', to: 'main' });
    await bed.run('memories');
    const { state, kept_until, note } = await bed.status('memories');
    expect([state, kept_until]).toEqual(['done', undefined]);
    const left =
      'what its maker stores in other/memories after the move is not in it, and other/memories is searched only where it is named';
    expect(note).toContain(left);
    const message = expect.stringContaining('(tributary export memories) before you remove memories') as string; // safe: Vitest types its matchers as any
    await expect(bed.start({ from: 'memories', back: true })).rejects.toMatchObject({ code: 'MIGRATION.NOT_UNDOABLE', message });
    await main.close();
  });
});

/** Calls `act` once, after both documents were written for the first time. */
function afterFirstWrite(engine: EmbeddedEngine, act: () => Promise<unknown>): void {
  const write = engine.writeDocument.bind(engine);
  let written = 0;
  engine.writeDocument = async (document, options) => {
    const outcome = await write(document, options);
    if (++written === 2) await act();
    return outcome;
  };
}
