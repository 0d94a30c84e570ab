import { randomUUID } from 'node:crypto';
import { Card, type CardFields } from '@tributary/contracts';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { Engine } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { QdrantClient } from '@qdrant/js-client-rest';
import { ChromaClient } from 'chromadb';
import { describe, expect, it } from 'vitest';
import { startCountingLine } from '../testbed/counting-line.fixture.js';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const CHROMA = findChromaProgram();
const QDRANT = findQdrantProgram();
const ENTRIES = 1_000;
/** Three lists (copied, compared, proven), and each point copied and proven. */
const READINGS = 5;

const ids = Array.from({ length: ENTRIES }, (_, n) => n);
const vectorOf = (n: number) => [0, 1].map((k) => Math.sin(n * 7 + k * k));
const textOf = (n: number) => `Entry ${n.toString()}.`;

interface Adopted {
  readonly engine: Engine;
  readonly theirs: string;
  readonly fields: CardFields;
}

async function move({ engine, theirs, fields }: Adopted): Promise<void> {
  await using folder = await temporaryFolder();
  const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const bed = new MigrationBed(main, [engine]);
  const model = { name: 'sample', dimension: 2 };
  const card = Card.parse({ model, vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });
  const record = { name: 'wiki', engine: engine.name, card, generation: 1, adopted: theirs };
  await bed.catalog.collections.change('wiki', () => ({ set: record }));
  await bed.start({ from: 'wiki', to: 'main' });
  await bed.run('wiki');
  expect(await bed.status('wiki')).toMatchObject({ state: 'done', parity: { points: ENTRIES, missing: 0, changed: 0 } });
  await main.close();
}

describe('a move reads a collection of another program a few times, however large it is', { timeout: 120_000 }, () => {
  it('on Qdrant', async (context) => {
    if (QDRANT.kind !== 'program') return context.skip(QDRANT.reason);
    await using server = await startQdrantServer(QDRANT.command);
    await using line = await startCountingLine(server.url);
    const client = new QdrantClient({ url: server.url, checkCompatibility: false });
    await client.createCollection('theirs', { vectors: { size: 2, distance: 'Cosine' } });
    const points = ids.map((id) => ({ id, vector: vectorOf(id), payload: { text: textOf(id) } }));
    await client.upsert('theirs', { wait: true, points });
    const instance = `test-${randomUUID().slice(0, 8)}`;
    const engine = QdrantEngine.open({ name: 'other', settings: { url: line.url, instance }, exactSearch: true });
    await move({ engine, theirs: 'theirs', fields: { text: 'text', metadata: '' } });
    expect(line.counts.points).toBe(READINGS * ENTRIES);
    await engine.close();
  });

  it('on Chroma', async (context) => {
    if (CHROMA.kind !== 'program') return context.skip(CHROMA.reason);
    await using server = await startChromaServer(CHROMA.command);
    await using line = await startCountingLine(server.url);
    const client = new ChromaClient({ host: '127.0.0.1', port: server.port, ssl: false });
    const configuration = { hnsw: { space: 'cosine' as const } };
    const theirs = await client.createCollection({ name: 'theirs', configuration, embeddingFunction: null });
    await theirs.add({ ids: ids.map((id) => `n${id.toString()}`), embeddings: ids.map(vectorOf), documents: ids.map(textOf) });
    const engine = await ChromaEngine.open({ name: 'other', settings: { url: line.url, efSearch: 1000 } });
    await move({ engine, theirs: 'theirs', fields: { text: '$document', metadata: '' } });
    expect(line.counts.points).toBe(READINGS * ENTRIES);
    await engine.close();
  });
});
