import { randomUUID } from 'node:crypto';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { expect, it } from 'vitest';
import { isLedAway, startClusterLine } from '../conformance/cluster-line.fixture.js';
import { openEngine } from '../conformance/open-engine.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';
import { anchorId } from '../points/anchor.js';

const KEYS = Array.from({ length: 20 }, (_, n) => `document ${n.toString()}`);
const AWAY = { code: 'ENGINE.UNAVAILABLE', retryable: true, untaken: true };

describeServed({ name: 'a Qdrant of several nodes while one that leads shards is away' }, (served) => {
  const opened = async () => {
    const line = await startClusterLine(served().server.url);
    const engine = await openEngine(JSON.stringify({ url: line.url, instance: served().instance }));
    const collection = `test-${randomUUID().slice(0, 8)}__g1`;
    await engine.createCollection(collection, sampleCard(8));
    const of = (key: string, version: number) =>
      sampleDocument({ collection, key, version, chunks: ['one', 'two', 'three'].map((text) => `${text} of ${version.toString()}`) });
    return {
      line,
      engine,
      collection,
      of,
      versionsRead: async () => {
        const found = await Promise.all(KEYS.map((key) => engine.read(collection, { docId: of(key, 1).docId })));
        return found.map((points) => points.map(({ payload }) => payload.doc_version));
      },
      [Symbol.asyncDispose]: async () => {
        await engine.close();
        await line[Symbol.asyncDispose]();
      },
    };
  };

  it('shows each document as it was, until its next version is written', async () => {
    await using cluster = await opened();
    const { line, engine, collection, of, versionsRead } = cluster;
    for (const key of KEYS) await engine.writeDocument(of(key, 1));
    const search = { collection, lanes: ['semantic' as const], limit: 100, terms: [], vector: new Float32Array(8).fill(1) };
    line.isAway = true;
    // Of some the record is in a shard whose leader is there.
    expect(new Set(KEYS.map((key) => isLedAway(anchorId(of(key, 1).docId))))).toEqual(new Set([true, false]));
    for (const key of KEYS.slice(0, 10)) await expect(engine.writeDocument(of(key, 2))).rejects.toMatchObject(AWAY);
    const together = await Promise.allSettled(KEYS.slice(10).map((key) => engine.writeDocument(of(key, 2))));
    expect(together.map(({ status }) => status)).toEqual(KEYS.slice(10).map(() => 'rejected'));
    const { docId } = of('document 0', 1);
    await expect(engine.deleteDocuments({ collection, documents: [{ docId, key: 'document 0', version: 3 }] })).rejects.toMatchObject(AWAY);
    expect(await versionsRead()).toEqual(KEYS.map(() => [1, 1, 1]));
    expect((await engine.nominate(search)).candidates).toHaveLength(60);
    line.isAway = false;
    for (const key of KEYS) expect(await engine.writeDocument(of(key, 2))).toEqual({ outcome: 'written', points: 3 });
    expect(await versionsRead()).toEqual(KEYS.map(() => [2, 2, 2]));
    expect(await engine.count(collection)).toBe(60);
  });
});
