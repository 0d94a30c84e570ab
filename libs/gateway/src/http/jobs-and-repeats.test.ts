import 'reflect-metadata';
import type { JobSummary, Operations } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../events/follow.js';
import { startApi } from './http-api.fixture.js';

let api: Awaited<ReturnType<typeof startApi>>;
let operations: Operations;
beforeAll(async () => {
  api = await startApi({ allowGuest: true });
  operations = api.operations;
});
afterAll(() => api.close());

describe('a job that is followed', () => {
  const job = (state: JobSummary['state'], done = 0): JobSummary => ({
    id: 'a',
    queue: 'sync-source',
    state,
    attempts: 1,
    progress: { done, total: 2 },
    created_at: '2026-01-01T00:00:00Z',
  });
  let states: (JobSummary | Error)[] = [];

  beforeEach(() => {
    states = [job('waiting'), job('active', 1), job('active', 1), job('done', 2)];
    operations.getJob = () => {
      const state = states.length > 1 ? states.shift() : states[0];
      return state instanceof Error || state === undefined ? Promise.reject(state ?? new Error('no state')) : Promise.resolve(state);
    };
  });

  const events = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(api.url + path, { headers });
    return { type: response.headers.get('content-type')?.split(';')[0], text: await response.text(), status: response.status };
  };

  it.each([
    ['/api/jobs/a/events', {}],
    ['/api/jobs/a', { accept: 'text/event-stream' }],
  ])('on %s tells each change once and ends with it', async (path, headers) => {
    const { type, text } = await events(path, headers);
    expect(type).toBe('text/event-stream');
    const told = text.split('\n\n').filter((event) => event !== '');
    expect(told.map((event) => event.split('\n')[0])).toEqual(['event: job', 'event: job', 'event: job']);
    expect(told.map((event): unknown => JSON.parse(event.split('\ndata: ')[1] ?? ''))).toEqual([
      job('waiting'),
      job('active', 1),
      job('done', 2),
    ]);
  });

  it('is one answer for who asks for JSON', async () => {
    expect(JSON.parse((await events('/api/jobs/a', {})).text)).toEqual(job('waiting'));
  });

  it('that is not there is a problem, and one that is lost later an event', async () => {
    states = [permanent('JOB.NOT_FOUND', 'none', { category: 'not_found' })];
    expect(await events('/api/jobs/a/events', {})).toMatchObject({ status: 404, type: 'application/problem+json' });
    states = [job('active'), permanent('JOB.NOT_FOUND', 'none', { category: 'not_found' })];
    expect((await events('/api/jobs/a/events', {})).text).toContain('event: error\ndata: {"type":"about:blank","title":"JOB.NOT_FOUND"');
  });

  it('is not asked for any more once the client has gone', async () => {
    states = [job('active')];
    const look = operations.getJob.bind(operations);
    let gone: AbortSignal | undefined;
    operations.getJob = (id, context) => {
      gone = context.signal;
      return look(id, context);
    };
    const client = new AbortController();
    const response = await fetch(`${api.url}/api/jobs/a/events`, { signal: client.signal });
    await response.body?.getReader().read();
    client.abort();
    await eventually(() => gone?.aborted === true);
    const events = follow(
      { first: 1, look: () => Promise.resolve(2), event: 'n', isOver: () => false },
      { signal: AbortSignal.abort(), toProblem: String },
    );
    expect([await events.next(), await events.next()]).toEqual([
      { done: false, value: 'event: n\ndata: 1\n\n' },
      { done: true, value: undefined },
    ]);
  });

  it.each(['/api/jobs/b/events', '/api/jobs/b', '/api/jobs'])('by HEAD on %s is told by headers, and then left alone', async (path) => {
    const getJob = operations.getJob.bind(operations);
    const listJobs = operations.listJobs.bind(operations);
    let asked = 0;
    operations.getJob = (id, context) => (id === 'a' ? getJob(id, context) : Promise.resolve(job('active', (asked += 1))));
    operations.listJobs = () => Promise.resolve([job('active', (asked += 1))]);
    const head = await fetch(api.url + path, { method: 'HEAD', headers: { accept: 'text/event-stream' } });
    // While another one is followed to its end, this one would have been looked at, too.
    await events('/api/jobs/a/events', {});
    expect([head.status, head.headers.get('content-type')?.split(';')[0], asked]).toEqual([200, 'text/event-stream', 1]);
    operations.listJobs = listJobs;
  });

  it('keeps the line open with comments while nothing happens', async () => {
    const still = { first: 1, look: () => Promise.resolve(1), event: 'n', isOver: () => false };
    const events = follow(still, { signal: AbortSignal.timeout(10_000), toProblem: String, lookMs: 1, silentMs: 0 });
    expect([(await events.next()).value, (await events.next()).value]).toEqual(['event: n\ndata: 1\n\n', ': still there\n\n']);
  });
});

describe('a call with an idempotency key', () => {
  let runs = 0;
  const line = (id: string) => JSON.stringify({ v: 1, collection: 'bulk', id, content: `text of ${id}` });
  const ingest = async (key: string, body: string, type = 'application/x-ndjson') => {
    const response = await fetch(`${api.url}/api/documents`, {
      method: 'POST',
      headers: { 'content-type': type, 'idempotency-key': key },
      body,
    });
    return { status: response.status, replayed: response.headers.get('idempotency-replayed'), text: await response.text() };
  };

  beforeAll(() => {
    const ingestDocuments = operations.ingestDocuments.bind(operations);
    operations.ingestDocuments = (documents, context) => {
      runs += 1;
      return ingestDocuments(documents, context);
    };
  });
  beforeEach(() => {
    runs = 0;
  });

  it('is made once and answered alike each time', async () => {
    const first = await ingest('k1', `${line('a')}\n${line('b')}`);
    const again = await ingest('k1', `${line('a')}\n${line('b')}`);
    expect(first).toMatchObject({ status: 202, replayed: null });
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(runs).toBe(1);
    const json = await ingest('k2', line('a'), 'application/json');
    expect(await ingest('k2', line('a'), 'application/json')).toEqual({ ...json, replayed: 'true' });
  });

  it('is refused with another body, while the first is under way, and with a key that is none', async () => {
    await ingest('k3', line('a'));
    expect((await ingest('k3', line('b'))).text).toContain('IDEMPOTENCY.MISMATCH');
    const ingestDocuments = operations.ingestDocuments.bind(operations);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isUnderWay = false;
    operations.ingestDocuments = (documents, context) => {
      isUnderWay = true;
      return held.then(() => ingestDocuments(documents, context));
    };
    const slow = ingest('k4', line('a'));
    await eventually(() => isUnderWay);
    expect(await ingest('k4', line('a'))).toMatchObject({ status: 409, replayed: null });
    release();
    expect((await slow).status).toBe(202);
    operations.ingestDocuments = ingestDocuments;
    expect((await ingest('k4', line('a'))).replayed).toBe('true');
    expect((await ingest('x'.repeat(256), line('a'))).text).toContain('IDEMPOTENCY.KEY_INVALID');
  });

  it('that failed may be made again', async () => {
    const ingestDocuments = operations.ingestDocuments.bind(operations);
    operations.ingestDocuments = () => Promise.reject(permanent('QUEUE.BACKPRESSURE', 'full', { category: 'overloaded' }));
    expect((await ingest('k5', line('a'))).status).toBe(429);
    operations.ingestDocuments = ingestDocuments;
    expect(await ingest('k5', line('a'))).toMatchObject({ status: 202, replayed: null });
  });
});
