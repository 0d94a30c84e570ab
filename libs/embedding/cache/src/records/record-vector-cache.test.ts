import { randomUUID } from 'node:crypto';
import { describeVectorCache } from '@tributary/embedding-port/conformance';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { Engine } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { findQdrantProgram, startQdrantServer, temporaryFolder, type QdrantServer } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordVectorCache } from './record-vector-cache.js';

const MODEL = { name: 'minilm', revision: 'aaaaaaaaaaaa' };
const bedOver = (engine: Engine, remove: () => Promise<void> = () => Promise.resolve()) => ({
  open: (maxVectors: number) => new RecordVectorCache({ records: engine.records, maxVectors }),
  dispose: async () => {
    await engine.close();
    await remove();
  },
});

async function openEmbedded() {
  const folder = await temporaryFolder();
  return bedOver(EmbeddedEngine.open({ name: 'main', folder: folder.path }), () => folder.remove());
}

describeVectorCache('Records of the embedded store', openEmbedded);

describe('on a Qdrant', { timeout: 120_000 }, () => {
  const supply = findQdrantProgram();
  if (supply.kind === 'none') {
    it('is not tested here', (context) => context.skip(supply.reason));
    return;
  }
  let server: QdrantServer;
  beforeAll(async () => {
    server = await startQdrantServer(supply.command);
  }, 120_000);
  afterAll(() => server.remove());
  describeVectorCache('Records of a Qdrant', () => {
    const instance = `test-${randomUUID().slice(0, 8)}`;
    return Promise.resolve(bedOver(QdrantEngine.open({ name: 'main', settings: { url: server.url, instance } })));
  });
});

it('takes a record that is not its own, or damaged, for none', async () => {
  const folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const cache = new RecordVectorCache({ records: engine.records, maxVectors: 10 });
  const hash = 'ab'.repeat(32);
  await cache.put(MODEL, [{ hash, vector: Float32Array.of(1, 0) }]);
  const [record] = await engine.records.list({ kind: 'cached-vector', limit: 1 });
  for (const value of [{}, { ...record?.value, revision: 'other' }, { ...record?.value, base64: 'AAAA' }, { ...record?.value, v: 2 }]) {
    await engine.records.put([{ kind: 'cached-vector', key: record?.key ?? '', value }]);
    expect(await cache.get(MODEL, [hash])).toEqual([undefined]);
  }
  await engine.close();
  await folder.remove();
});
