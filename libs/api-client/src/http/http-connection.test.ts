import { localOwner, type CallContext } from '@tributary/contracts';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpOperations } from '../operations/http-operations.js';
import { HttpConnection } from './http-connection.js';

const context: CallContext = { principal: localOwner, signal: AbortSignal.timeout(30_000) };

let server: Server;
let url: string;
/** How often it was asked whether it lives, and whether it says so. */
let asked: number;
let lives: boolean;
beforeEach(async () => {
  [asked, lives] = [0, true];
  const waiting: ServerResponse[] = [];
  server = createServer((request, response) => {
    if (request.url !== '/health/live') {
      waiting.push(response);
      return;
    }
    asked += 1;
    if (lives) response.end('{}');
    // The call itself is answered at last.
    if (asked === 3) for (const call of waiting) call.end('{"collections":[]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${(typeof address === 'object' && address !== null ? address.port : 0).toString()}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (giveUpAfterMs: number) =>
  new HttpOperations(new HttpConnection({ url, patience: { askAfterMs: 10, giveUpAfterMs } })).listCollections(context);

it('waits for a call that takes long while the server says that it lives', async () => {
  expect(await ask(10_000)).toEqual([]);
  expect(asked).toBe(3);
});

it('says of an address where another program answers that it is none of ours', async () => {
  const another = createServer((_, response) => response.writeHead(501).end('<html>')).listen(0, '127.0.0.1');
  await once(another, 'listening');
  const address = another.address();
  const place = `http://127.0.0.1:${(typeof address === 'object' && address !== null ? address.port : 0).toString()}`;
  const asking = new HttpOperations(new HttpConnection({ url: place })).listCollections(context);
  await expect(asking).rejects.toMatchObject({ code: 'SERVER.ERROR', retryable: false });
  await expect(asking).rejects.toThrow(`${place} answered with status 501, and not as Tributary does: check the address.`);
  another.close();
});

it('gives a server up that says nothing', async () => {
  lives = false;
  const asking = ask(500);
  await expect(asking).rejects.toMatchObject({ code: 'SERVER.UNREACHABLE', retryable: true });
  await expect(asking).rejects.toThrow(`The server at ${url} takes connections and answers nothing`);
});

it.each([
  [401, 'AUTH.SESSION_EXPIRED', { category: 'unauthenticated', retryable: false }],
  [503, 'SESSION.UNAVAILABLE', { category: 'unavailable', retryable: true }],
  [408, 'REQUEST.STALLED', { category: 'timeout', retryable: true }],
])('takes what kind of error a stream ends with from the status %i that it tells', async (status, code, kind) => {
  const problem = JSON.stringify({ type: 'about:blank', title: code, status, detail: 'It is over.', code });
  const another = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: error\ndata: ${problem}\n\n`),
  ).listen(0, '127.0.0.1');
  await once(another, 'listening');
  const address = another.address();
  const place = `http://127.0.0.1:${(typeof address === 'object' && address !== null ? address.port : 0).toString()}`;
  const following = new HttpConnection({ url: place }).follow(z.unknown(), { path: '/events', signal: context.signal });
  await expect(following.next()).rejects.toMatchObject({ code, ...kind });
  another.close();
});
