import { randomUUID } from 'node:crypto';
import { Card, type CardFields } from '@tributary/contracts';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { FullPoint } from '@tributary/engines-port';
import { documentId } from '@tributary/kernel/ids';
import { nameTerms } from '@tributary/ranking';
import { findChroma, startChromaServer, temporaryFolder } from '@tributary/testing';
import { ChromaClient } from 'chromadb';
import { describe, expect, it } from 'vitest';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const CHROMA = findChroma();
const FIELDS: CardFields = { text: '$document', title: 'noteTitle', document: 'noteId', chunk_index: 'chunkIndex', user_id: 'owner', tags: 'tags', metadata: '' }; // oxfmt-ignore
const NOTES = 40;

/** Passages as a notes program keeps them: two of each note, numbered from 0, in no order of theirs. */
function passages(from = 0, to = NOTES) {
  const rows = Array.from({ length: 2 * (to - from) }, (_, i) => ({ note: from + Math.floor(i / 2), chunk: i % 2 }));
  return {
    ids: rows.map(({ note, chunk }) => `Note/${note.toString()}#${chunk.toString()}`),
    embeddings: rows.map(({ note, chunk }) => Array.from({ length: 8 }, (_, k) => Math.sin(note * 7 + chunk * 3 + k * k))),
    documents: rows.map(({ note, chunk }) => `Passage ${chunk.toString()} of note ${note.toString()}.`),
    metadatas: rows.map(({ note, chunk }) => ({
      noteId: `n${note.toString()}`,
      noteTitle: `Note ${note.toString()}`,
      chunkIndex: chunk,
      owner: 'ann',
      tags: 'a,b',
      pages: note,
    })),
  };
}

describe('a collection of another program', { timeout: 120_000 }, () => {
  if (CHROMA.kind !== 'program') {
    it('is not moved here', (context) => context.skip(CHROMA.kind === 'none' ? CHROMA.reason : 'a server of its own is needed'));
    return;
  }
  const { command } = CHROMA;

  it('moves into one of ours, translated by its card, and stays as it was', async () => {
    await using folder = await temporaryFolder();
    await using server = await startChromaServer(command);
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const chroma = await ChromaEngine.open({ name: 'other', settings: { url: server.url, efSearch: 1000 } });
    const name = `test-${randomUUID()}`;
    const client = new ChromaClient({ host: '127.0.0.1', port: server.port, ssl: false });
    const theirs = await client.createCollection({ name, configuration: { hnsw: { space: 'cosine' } }, embeddingFunction: null });
    await theirs.add(passages());
    const before = await theirs.get({ include: ['embeddings', 'documents', 'metadatas'] });
    const bed = new MigrationBed(main, [chroma]);
    await adopt(bed, name);

    await bed.start({ from: 'their-notes', to: 'main/copied' });
    await bed.run('copied');
    expect((await bed.catalog.collections.get('copied'))?.originals).toEqual([{ engine: 'other', name }]);

    await bed.start({ from: 'their-notes', to: 'main' });
    beforeFirstWrite(main, () => theirs.add(passages(NOTES, NOTES + 1)));
    await bed.run('their-notes');

    expect(await bed.status('their-notes')).toMatchObject({
      state: 'done',
      parity: { documents: NOTES + 1, points: 2 * (NOTES + 1), missing: 0, extra: 0, changed: 0, vectors_off: 0, overlap: 1 },
    });
    const record = await bed.catalog.collections.get('their-notes');
    expect(record).toMatchObject({ engine: 'main', generation: 2, previous: { engine: 'other', adopted: name } });
    expect(record?.originals).toEqual([{ engine: 'other', name, points: 2 * (NOTES + 1) }]);
    expect([record?.adopted, record?.card.fields, record?.card.description]).toEqual([undefined, undefined, 'Notes of another program.']);
    const beginning = (await bed.points('their-notes')).find(({ payload }) => payload.original_id === 'their-notes:n7:chunk:0');
    expect([...(beginning?.features.terms.ids ?? [])]).toEqual(expect.arrayContaining([...nameTerms('note 7')]));
    expectTranslated((await bed.points('their-notes')).find(({ payload }) => payload.original_id === 'their-notes:n7:chunk:1'));
    expect(await bed.catalog.documents.get('their-notes/n7')).toMatchObject({ state: 'indexed', chunks: 2 });
    await theirs.delete({ ids: passages(NOTES, NOTES + 1).ids });
    expect(await theirs.get({ include: ['embeddings', 'documents', 'metadatas'] })).toEqual(before);
    await chroma.close();
    await main.close();
  });
});

async function adopt(bed: MigrationBed, name: string): Promise<void> {
  const card = Card.parse({
    description: 'Notes of another program.',
    model: { name: 'sample', dimension: 8 },
    vectors: { dense: '' },
    fields: FIELDS,
    created_at: '2026-01-01T00:00:00Z',
  });
  await bed.catalog.collections.change('their-notes', () => ({
    set: { name: 'their-notes', engine: 'other', card, generation: 1, adopted: name },
  }));
}

/** Calls `act` once, after the collection was listed for the first time. */
function beforeFirstWrite(engine: EmbeddedEngine, act: () => Promise<unknown>): void {
  const write = engine.writeDocument.bind(engine);
  let first: Promise<unknown> | undefined;
  engine.writeDocument = async (document, options) => {
    first ??= act();
    await first;
    return write(document, options);
  };
}

function expectTranslated(point: FullPoint | undefined): void {
  expect(point?.payload).toMatchObject({
    doc_id: documentId('their-notes', 'n7'),
    title: 'Note 7',
    content: 'Passage 1 of note 7.',
    chunk_index: 1,
    total_chunks: 2,
    user_id: 'ann',
    tags: ['a', 'b'],
    metadata: { pages: 7 },
  });
  expect(point?.features.words).toContain('passage');
  // Chroma itself hands vectors of a cosine collection back an ulp off.
  [...(point?.vector ?? [])].forEach((x, k) => {
    expect(x).toBeCloseTo(Math.sin(7 * 7 + 3 + k * k), 6);
  });
}
