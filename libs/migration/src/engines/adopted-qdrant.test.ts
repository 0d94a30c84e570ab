import { randomUUID } from 'node:crypto';
import { Card, type CardFields } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { physicalName, type FullPoint } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { documentId } from '@tributary/kernel/ids';
import { findQdrantProgram, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { QdrantClient } from '@qdrant/js-client-rest';
import { describe, expect, it } from 'vitest';
import { MigrationBed, allPoints } from '../testbed/migration-bed.fixture.js';

const QDRANT = findQdrantProgram();
/** As mcp-server-qdrant keeps what it is told. */
const FIELDS: CardFields = { text: 'document', tags: 'metadata.tags', user_id: 'metadata.owner', metadata: 'metadata' };
const ENTRIES = 60;
const UUID = '7b0d9c4e-3a51-4f7e-9d0b-0c1f5a2e6d11';

/** Entries with the numbers 1 to 60 as ids, and one with a UUID. */
function entries() {
  const ids = [...Array.from({ length: ENTRIES }, (_, i) => i + 1), UUID];
  return ids.map((id, n) => ({
    id,
    vector: { 'fast-bge': Array.from({ length: 8 }, (_, k) => Math.sin(n * 7 + k * k)) },
    payload: { document: `Entry ${n.toString()} of the wiki.`, metadata: { page: n, tags: ['ops', `t${(n % 3).toString()}`], owner: 'ann', nested: { deep: [1, { of: n }] }, snow: 1234567890123456780n }, tenant_id: 'kb1' }, // oxfmt-ignore
  }));
}

describe('a Qdrant collection of another program', { timeout: 120_000 }, () => {
  if (QDRANT.kind !== 'program') {
    it('is not moved here', (context) => context.skip(QDRANT.reason));
    return;
  }
  const { command } = QDRANT;

  it('moves into the embedded store, from there to the same Qdrant as one of ours, and back, with its ids and payload', async () => {
    await using folder = await temporaryFolder();
    await using server = await startQdrantServer(command, { ORACLE_STRICT_FIELDS: '1' });
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    const team = QdrantEngine.open({
      name: 'team',
      settings: { url: server.url, instance: `test-${randomUUID().slice(0, 8)}` },
      exactSearch: true,
    });
    const client = new QdrantClient({ url: server.url, checkCompatibility: false });
    const theirs = `test-${randomUUID()}`;
    await client.createCollection(theirs, { vectors: { 'fast-bge': { size: 8, distance: 'Cosine' } } });
    await client.upsert(theirs, { wait: true, points: entries() });
    const everything = { limit: 1000, with_payload: true, with_vector: true };
    const before = await client.scroll(theirs, everything);
    const bed = new MigrationBed(main, [team]);
    await adopt(bed, theirs);

    await bed.start({ from: 'wiki', to: 'main' });
    await bed.run('wiki');
    await expectEqual(bed);
    const inMain = await bed.points('wiki');
    expectTranslated(inMain);
    // A move never writes to what another program made, so there is nothing to go back to.
    await expect(bed.start({ from: 'wiki', back: true })).rejects.toMatchObject({ code: 'MIGRATION.NOT_UNDOABLE' });

    await bed.start({ from: 'wiki', to: 'team' });
    await bed.run('wiki');
    await expectEqual(bed);
    expect(await bed.catalog.collections.get('wiki')).toMatchObject({ engine: 'team', generation: 3, previous: { engine: 'main' } });
    expect(payloadsOf(await bed.points('wiki'))).toEqual(payloadsOf(inMain));
    expectTranslated(await bed.points('wiki'));
    expect((await client.getAliases()).aliases).toContainEqual({ alias_name: 'wiki', collection_name: physicalName('wiki', 3) });

    await bed.start({ from: 'wiki', back: true });
    await bed.run('wiki');
    await expectEqual(bed);
    expect(await bed.catalog.collections.get('wiki')).toMatchObject({ engine: 'main', generation: 2 });
    expect(await bed.points('wiki')).toEqual(inMain);
    expect(payloadsOf(await allPoints(team, physicalName('wiki', 3)))).toEqual(payloadsOf(inMain));
    expect(await client.scroll(theirs, everything)).toEqual(before);
    await team.close();
    await main.close();
  });
});

async function adopt(bed: MigrationBed, theirs: string): Promise<void> {
  const card = Card.parse({
    model: { name: 'sample', dimension: 8 },
    vectors: { dense: 'fast-bge' },
    fields: FIELDS,
    created_at: '2026-01-01T00:00:00Z',
  });
  await bed.catalog.collections.change('wiki', () => ({ set: { name: 'wiki', engine: 'team', card, generation: 1, adopted: theirs } }));
}

async function expectEqual(bed: MigrationBed): Promise<void> {
  expect(await bed.status('wiki')).toMatchObject({
    state: 'done',
    parity: { points: ENTRIES + 1, missing: 0, extra: 0, changed: 0, vectors_off: 0, overlap: 1 },
  });
}

function payloadsOf(points: readonly FullPoint[]): readonly unknown[] {
  return points.map(({ id, payload }) => ({ id, payload }));
}

/** Every id of theirs is the key of a document, and every field of theirs has its place. */
function expectTranslated(points: readonly FullPoint[]): void {
  const byKey = new Map(points.map(({ payload }) => [payload.original_id, payload]));
  expect([...byKey.keys()].sort()).toEqual(
    entries()
      .map(({ id }) => `wiki:${id.toString()}:chunk:0`)
      .sort(),
  );
  for (const { id, payload } of entries()) {
    const { page, nested, tags, owner } = payload.metadata;
    expect(byKey.get(`wiki:${id.toString()}:chunk:0`)).toMatchObject({
      doc_id: documentId('wiki', id.toString()),
      content: payload.document,
      tags,
      user_id: owner,
      metadata: { page, nested, snow: '1234567890123456780', tenant_id: 'kb1' },
    });
  }
}
