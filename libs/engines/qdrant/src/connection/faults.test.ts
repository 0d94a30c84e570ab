import { randomUUID } from 'node:crypto';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEngine } from '../conformance/open-engine.fixture.js';
import { addFault, clearFaults, clearRequestLog, requestLog } from '../conformance/oracle.fixture.js';
import { describeServed } from '../conformance/use-server.fixture.js';

describeServed({ name: 'a server with faults' }, (served) => {
  let collection = '';
  beforeEach(async () => {
    collection = `test-${randomUUID().slice(0, 8)}__g1`;
    await served().engine.createCollection(collection, sampleCard(8));
  });
  afterEach(() => clearFaults(served().server.url));
  const fault = (what: Parameters<typeof addFault>[1]) => addFault(served().server.url, what);
  const document = (version = 1) =>
    sampleDocument({ collection, key: 'a', version, hash: version.toString(), chunks: ['some words', 'more words'] });
  const write = (version = 1) => served().engine.writeDocument(document(version));
  const contents = async () => (await served().engine.read(collection, {})).map(({ payload }) => [payload.doc_version, payload.content]);

  it.each([
    ['is not ready', { status: 503, error: 'not ready' }],
    ['asks for fewer requests', { status: 429, error: 'slow down', retry_after: 1 }],
    ['cuts the connection', { drop: true }],
    ['loses the answer of what it has done', { drop: true, when: 'after' as const }],
    ['refuses what it has done', { status: 503, error: 'late', when: 'after' as const }],
  ])('is written to once when it %s', async (_, what) => {
    for (let skip = 0; skip < 2; skip++) {
      await clearFaults(served().server.url);
      await fault({ match: '/points/batch', times: 2, skip, ...what });
      const version = skip + 1;
      expect(await write(version)).toEqual({ outcome: 'written', points: 2 });
      expect(await contents()).toEqual([
        [version, 'some words'],
        [version, 'more words'],
      ]);
      expect(await write(version)).toEqual({ outcome: 'unchanged' });
    }
    expect(await served().engine.getCollection(collection)).toMatchObject({ documents: 1, points: 2 });
  });

  it('takes a long search for what it is, and a long write for a big point', async () => {
    await fault({ match: '/points', status: 413, error: 'Payload too large' });
    const search = { collection, lanes: ['semantic' as const], limit: 1, terms: [], vector: new Float32Array(8).fill(1) };
    const message = expect.stringMatching(/fits more points of .* than one request can name/) as string; // safe: Vitest types its matchers as any
    await expect(served().engine.nominate(search)).rejects.toMatchObject({ code: 'ENGINE.FILTER_TOO_COSTLY', message });
    await expect(write()).rejects.toMatchObject({ code: 'ENGINE.TOO_LARGE' });
  });

  it('is not asked again before it wants to be', async () => {
    await fault({ match: '/points/count', status: 429, retry_after: 1, times: 1 });
    const startedAt = performance.now();
    expect(await served().engine.count(collection)).toBe(0);
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  it('is given up after some seconds of faults, as unavailable and worth trying again', async () => {
    await fault({ match: '/points/count', status: 503 });
    await expect(served().engine.count(collection)).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true, untaken: true });
    await clearFaults(served().server.url);
    await fault({ match: '/points/count', drop: true });
    await expect(served().engine.count(collection)).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE', untaken: false });
  });

  const viaLeader = (told: string) => `Service internal error: Failed to apply update with Strong ordering via leader peer 42: ${told}`;
  const unavailable = 'status: Unavailable, message: "Failed to connect to http://qdrant-2:6335/, error: transport error"';
  it.each([
    [viaLeader(`Service internal error: Tonic status error: ${unavailable}`), 'ENGINE.UNAVAILABLE', true],
    [viaLeader('Service internal error: Tonic status error: code: \'The service is currently unavailable\', message: "tcp connect error"'), 'ENGINE.UNAVAILABLE', true], // oxfmt-ignore
    [viaLeader('Service internal error: transport error: tcp connect error: Connection refused (os error 111)'), 'ENGINE.UNAVAILABLE', true], // oxfmt-ignore
    [`1 out of 2 shards failed to apply operation. First error captured: ${viaLeader(`Service internal error: Tonic status error: ${unavailable}`)}`, 'ENGINE.UNAVAILABLE', true], // oxfmt-ignore
    [viaLeader('Service internal error: Tonic status error: status: Internal, message: "Service internal error: No space"'), 'ENGINE.FAILED', false], // oxfmt-ignore
    // The leader is there: a copy that it writes to is not.
    [viaLeader(`Service internal error: Internal error: status: Internal, message: "Service internal error: Tonic status error: ${unavailable.replaceAll('"', "'")}"`), 'ENGINE.FAILED', false], // oxfmt-ignore
    [`Service internal error: Tonic status error: ${unavailable}`, 'ENGINE.FAILED', false],
  ])('knows a write that it did not take since the node that leads the shard is away: %s', async (error, code, untaken) => {
    await fault({ match: '/points/batch', status: 500, error });
    await write().catch(() => undefined);
    await clearRequestLog(served().server.url);
    const failure: unknown = await write().catch((reason: unknown) => reason);
    // What took no request costs a document no try.
    expect(failure).toMatchObject({ code, retryable: true });
    expect(failure).toHaveProperty('untaken', untaken);
    // Nor is it repeated at once, and the server is asked for no other version: it is there.
    const asked = (await requestLog(served().server.url)).map(
      ({ method, path }) => `${method} ${path.split('/').at(-1)?.split('?')[0] ?? ''}`,
    );
    expect(asked).toEqual(['POST points', 'POST batch']);
    await clearFaults(served().server.url);
    expect(await write()).toEqual({ outcome: 'written', points: 2 });
  });

  it('ends a call whose caller gives up, also while it waits', async () => {
    await fault({ match: '/points/count', status: 503 });
    await expect(served().engine.count(collection, undefined, { signal: AbortSignal.timeout(300) })).rejects.toThrow(/abort|timeout/i);
    await clearFaults(served().server.url);
    await fault({ match: '/points/count', delay_ms: 5_000 });
    await expect(served().engine.count(collection, undefined, { signal: AbortSignal.timeout(300) })).rejects.toThrow(/abort|timeout/i);
  });

  it('keeps the newer version when the requests of an older one arrive late', async () => {
    const { server, instance } = served();
    const other = await openEngine(JSON.stringify({ url: server.url, instance }));
    const of = (version: number, chunks: string[]) => sampleDocument({ collection, key: 'late', version, chunks });
    // The second batch is the one with the chunks of the older version.
    await fault({ match: '/points/batch', delay_ms: 1_500, skip: 1, times: 1 });
    const late = served().engine.writeDocument(of(1, ['old one', 'old two', 'old three']));
    await eventually(async () => (await other.fences(collection, [of(1, []).docId]))[0]?.version === 1);
    expect(await other.writeDocument(of(2, ['new']))).toEqual({ outcome: 'written', points: 1 });
    await late;
    expect(await contents()).toEqual([[2, 'new']]);
    expect(await other.count(collection)).toBe(1);
    await other.close();
  });

  it('is told records once, whatever becomes of the answers', async () => {
    const { records } = served().engine;
    const [first] = await records.put([{ kind: collection, key: 'a', value: { n: 1 } }]);
    await fault({ match: '/points/batch', drop: true, when: 'after', times: 1 });
    const revision = first?.written ? first.revision : 0;
    expect(await records.put([{ kind: collection, key: 'a', value: { n: 2 }, expect: revision }])).toMatchObject([{ written: true }]);
    expect(await records.get(collection, ['a'])).toMatchObject([{ value: { n: 2 } }]);
  });

  it('is killed and comes back during writes, and nothing acknowledged is lost', async () => {
    const { engine, server } = served();
    const acknowledged = new Map<number, number>();
    const one = async (n: number) => {
      for (let version = 1; version <= 15; version++) {
        const outcome = await engine
          .writeDocument(sampleDocument({ collection, key: n.toString(), version, chunks: [`text ${version.toString()}`] }))
          .catch(() => undefined);
        if (outcome) acknowledged.set(n, version);
      }
    };
    const outage = async () => {
      await server.crash();
      await server.restart();
    };
    await Promise.all([...Array.from({ length: 5 }, (_, n) => one(n)), outage()]);
    expect(acknowledged.size).toBe(5);
    for (const [n, version] of acknowledged) {
      const { docId } = sampleDocument({ collection, key: n.toString(), chunks: [] });
      const [fence] = await engine.fences(collection, [docId]);
      expect(fence?.version).toBeGreaterThanOrEqual(version);
    }
  });

  it('is told of soon by a search once it is gone, and waited for by a write', async () => {
    const { engine, server } = served();
    await write(1);
    const search = () => engine.nominate({ collection, lanes: ['semantic'], limit: 1, terms: [], vector: new Float32Array(8).fill(1) });
    expect((await search()).candidates).toHaveLength(1);
    let version = 1;
    await eventually(async () => {
      await server.crash();
      version += 1;
      let ended = 0;
      const writing = write(version).finally(() => ended++);
      // Their patience differs a little: a search that had as much would end after one of them.
      const counting = Array.from({ length: 9 }, () => engine.count(collection).finally(() => ended++));
      try {
        await Promise.all([
          expect(search()).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true, untaken: true }),
          expect(engine.suggestWords(collection, ['words'])).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' }),
          expect(engine.foreign?.list()).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' }),
        ]);
        expect(ended).toBe(0);
      } finally {
        await server.restart();
        await Promise.allSettled([writing, ...counting]);
      }
      expect(await writing).toEqual({ outcome: 'written', points: 2 });
    });
  });

  it('is sent big documents in several requests', async () => {
    await clearRequestLog(served().server.url);
    const long = 'word '.repeat(20_000);
    const chunks = Array.from({ length: 150 }, (_, n) => `${n.toString()} ${long}`);
    const big = sampleDocument({ collection, key: 'big', chunks });
    expect(await served().engine.writeDocument(big)).toEqual({ outcome: 'written', points: 150 });
    expect(await served().engine.count(collection)).toBe(150);
    const batches = (await requestLog(served().server.url)).filter(({ path }) => path.includes('/points/batch'));
    expect(batches.length).toBeGreaterThan(3);
  });
});
