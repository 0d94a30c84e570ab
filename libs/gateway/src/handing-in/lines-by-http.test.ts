import 'reflect-metadata';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LinesSummary, localOwner, type DocumentInput, type DocumentOutcome, type Operations } from '@tributary/contracts';
import { MIB, retryable } from '@tributary/kernel';
import { formatWriteToken, parseWriteToken } from '@tributary/kernel/ids';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../http/http-api.fixture.js';
import { takePosted } from './posted-lines.js';

let api: Awaited<ReturnType<typeof startApi>>;
let operations: Operations;
let taken = 0;

beforeEach(async () => {
  api = await startApi({ allowGuest: true });
  operations = api.operations;
  taken = 0;
  // Keeps nothing: the memory of the test is that of the door.
  operations.ingestDocuments = (documents) => Promise.resolve(documents.map(acceptedAs));
});
afterEach(() => api.close());

function acceptedAs({ id, collection }: DocumentInput): DocumentOutcome {
  taken += 1;
  return { id, collection, status: 'accepted', version: taken, token: formatWriteToken({ collections: { [collection]: taken } }) };
}

function open(query = '', headers: Record<string, string> = {}) {
  const call = request(`${api.url}/api/documents${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject);
  });
  return { call, answered };
}

const line = (id: string | number, content = 'text') => `${JSON.stringify({ collection: 'bulk', id: id.toString(), content })}\n`;
const parsed = (answer: string): unknown[] =>
  answer
    .trim()
    .split('\n')
    .map((one): unknown => JSON.parse(one));

function hasDrained(call: ClientRequest | Socket): Promise<unknown> {
  return new Promise((resolve, reject) => {
    call.once('drain', resolve).once('close', () => {
      reject(new Error('The connection was closed before everything was sent.'));
    });
  });
}

describe('lines of any number', () => {
  it('pass in bounded memory, four times the size that a body as a whole may have', async () => {
    const { call, answered } = open();
    const block = Array.from({ length: 64 }, (_, n) => line(n, 'x'.repeat(16_000))).join('');
    let most = 0;
    for (let sent = 0; sent < 192 * MIB; sent += block.length) {
      if (!call.write(block)) await hasDrained(call);
      most = Math.max(most, sent - taken * 16_000);
    }
    call.end();
    const response = await answered;
    const lines = parsed(await text(response));
    expect(response.statusCode).toBe(202);
    expect(lines).toHaveLength(taken);
    expect(taken).toBeGreaterThan(12_000);
    // What the door holds is what was sent and not yet taken: that of one body would be all of it.
    expect(most).toBeLessThan(24 * MIB);
  });

  it.each([
    'Application/X-NDJSON',
    'application/x-ndjson; charset=utf-8',
    'application/ndjson',
    'application/jsonl',
    'application/x-jsonlines',
  ])('are known as %s', async (type) => {
    const { call, answered } = open('', { 'content-type': type });
    call.end(line('a') + line('b'));
    const response = await answered;
    expect([response.headers['content-type'], parsed(await text(response))]).toMatchObject([
      'application/x-ndjson',
      [{ id: 'a' }, { id: 'b' }],
    ]);
  });

  it('may begin with a byte-order mark', async () => {
    const { call, answered } = open();
    call.end(`\ufeff${line('a')}${line('b')}`);
    const lines = parsed(await text(await answered));
    expect(lines).toMatchObject([
      { id: 'a', status: 'accepted' },
      { id: 'b', status: 'accepted' },
    ]);
  });

  it('are answered one by one while more come', async () => {
    const { call, answered } = open();
    call.write(line('a'));
    const response = await answered;
    const [first] = await once(response);
    expect(parsed(first)).toMatchObject([{ id: 'a', status: 'accepted' }]);
    call.end(`\n{ no json\n${line('b')}`);
    expect(parsed(await text(response))).toMatchObject([
      { status: 'refused', line: 3, error: { code: 'DOCUMENT.MALFORMED' } },
      { id: 'b', status: 'accepted' },
    ]);
  });

  it('are summed up where the caller asks for it, refused ones by name, with one token for all', async () => {
    const { call, answered } = open('?answer=summary');
    call.end(`${line('a')}{}\n${line('b')}`);
    const [refused, last] = parsed(await text(await answered));
    expect(refused).toMatchObject({ status: 'refused', line: 2, error: { code: 'DOCUMENT.INVALID' } });
    const { summary, token = '' } = LinesSummary.parse(last);
    expect(summary).toEqual({ accepted: 2, unchanged: 0, superseded: 0, refused: 1, omitted: 2 });
    expect(parseWriteToken(token).collections).toEqual({ bulk: 2 });
  });

  it.each(['', '?answer=summary'])('are named with their numbers and collections where they are refused one by one: %s', async (query) => {
    const refusal = { status: 'refused' as const, error: { code: 'MODEL.MISMATCH', message: 'Another model.' } };
    operations.ingestDocuments = (documents) =>
      Promise.resolve(documents.map((one) => (one.content === 'x' ? { id: one.id, ...refusal } : acceptedAs(one))));
    const { call, answered } = open(query);
    call.end(`${line('a')}\n${line('i', 'x')}${line('b')}${line('i', 'x')}`);
    const told = parsed(await text(await answered)).filter((one) => JSON.stringify(one).includes('"refused","error"'));
    expect(told).toEqual([3, 5].map((number) => ({ id: 'i', collection: 'bulk', line: number, ...refusal })));
  });
});

describe('back pressure', () => {
  const full = () => retryable('QUEUE.BACKPRESSURE', 'full', { category: 'overloaded', retryAfterMs: 5 });

  it('refuses a small body as a whole and says when to come back', async () => {
    operations.ingestDocuments = () => Promise.reject(full());
    const response = await fetch(`${api.url}/api/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: line('a').repeat(2_000),
    });
    expect([response.status, response.headers.get('retry-after'), taken]).toEqual([429, '1', 0]);
  });

  it('stops the sender of a stream until there is room, and takes every line once', async () => {
    const take = operations.ingestDocuments.bind(operations);
    let isFull = false;
    let refusals = 0;
    operations.ingestDocuments = (documents, context) => {
      if (!isFull) return take(documents, context);
      refusals += 1;
      return Promise.reject(full());
    };
    const { call, answered } = open('?answer=summary');
    call.write(line('first'));
    const answer = answered.then(text);
    await eventually(() => taken === 1);
    isFull = true;
    const block = line('x', 'x'.repeat(60_000)).repeat(16);
    let blocks = 0;
    // The buffers between the two hold some megabytes; after them the sender waits.
    while (
      call.write(block) ||
      (await Promise.race([hasDrained(call).then(() => true), eventually(() => refusals > 20).then(() => false)]))
    ) {
      blocks += 1;
      if (blocks > 200) break;
    }
    expect([taken, blocks < 200]).toEqual([1, true]);
    isFull = false;
    call.end();
    const { summary } = LinesSummary.parse(parsed(await answer).at(-1));
    expect(summary.accepted).toBe(taken);
    expect(taken).toBe(1 + (blocks + 1) * 16);
  });

  it('that is none ends the answer with the reason and how far it came', async () => {
    const { call, answered } = open();
    call.write(line('a'));
    const response = await answered;
    operations.ingestDocuments = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'The engine is away.'));
    call.end(line('b'));
    expect(parsed(await text(response)).at(-1)).toMatchObject({
      summary: { accepted: 1, refused: 0 },
      stopped: { code: 'ENGINE.UNAVAILABLE', message: 'The engine is away.' },
    });
  });
});

it('a sender of whom nothing more is taken can write to his end, and reads why', async () => {
  // Node’s own client, unlike others, writes nothing after the end of an answer.
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  const received: string[] = [];
  socket.on('data', (chunk) => received.push(String(chunk)));
  const [first, block] = [line('a'), line('b', 'x'.repeat(MIB))];
  const length = first.length + 10 * block.length;
  socket.write(
    `POST /api/documents HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-ndjson\r\ncontent-length: ${length.toString()}\r\n\r\n`,
  );
  socket.write(first);
  await eventually(() => received.join('').includes('accepted'));
  operations.ingestDocuments = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'The engine is away.'));
  for (let sent = 0; sent < 10; sent += 1) if (!socket.write(block)) await hasDrained(socket);
  await eventually(() => received.join('').includes('"stopped":{"code":"ENGINE.UNAVAILABLE"'));
  // The connection is good for the next call.
  socket.write('GET /api/collections HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await eventually(() => received.join('').includes('"collections":['));
  socket.destroy();
});

it('a sender of whom nothing more is taken, and who comes to no end, is cut off', async () => {
  const body = new PassThrough();
  const caller = { principal: localOwner, signal: new AbortController().signal };
  const taking = { operations, caller, answer: 'each', report: () => undefined } as const;
  body.write(line('a'));
  const answer = await takePosted({ ...taking, body, length: undefined, drainMs: 10 });
  operations.ingestDocuments = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'The engine is away.'));
  body.write(line('b'));
  expect(parsed(await text(answer)).at(-1)).toMatchObject({ stopped: { code: 'ENGINE.UNAVAILABLE' } });
  await eventually(() => body.destroyed);
});

it.each(['?answer=summary', ''])(
  'a body with an idempotency key and %s is answered with the sum where it has one, each time alike',
  async (query) => {
    const ask = async () => {
      const { call, answered } = open(query, { 'idempotency-key': `sum${query}` });
      call.end(`${line('a')}{}\n${line('b').repeat(query === '' ? 60_000 : 1)}`);
      const response = await answered;
      return { replayed: response.headers['idempotency-replayed'], lines: parsed(await text(response)) };
    };
    const { lines } = await ask();
    const { summary, token = '' } = LinesSummary.parse(lines.at(-1));
    expect(summary).toMatchObject({ accepted: taken, refused: 1, omitted: taken + 1 - (lines.length - 1) });
    expect(parseWriteToken(token).collections).toEqual({ bulk: taken });
    expect(lines).toContainEqual(expect.objectContaining({ status: 'refused', line: 2 }));
    expect(await ask()).toEqual({ replayed: 'true', lines });
  },
);

it.each([
  ['of 48 MB', line('a', 'x'.repeat(49 * MIB))],
  ['of a million lines', '\n'.repeat(1_000_001)],
])('a body with an idempotency key is kept as a whole, so it has a limit %s', async (_, body) => {
  const { call, answered } = open('', { 'idempotency-key': `large ${body.length.toString()}` });
  call.end(body);
  const response = await answered;
  expect([response.statusCode, parsed(await text(response))]).toMatchObject([413, [{ code: 'REQUEST.TOO_LARGE' }]]);
});

async function once(response: IncomingMessage): Promise<[string]> {
  for await (const chunk of response.iterator({ destroyOnReturn: false })) return [String(chunk)];
  return [''];
}
