import { ChromaNotFoundError } from 'chromadb';
import { eventually, freePort, withMoreTime } from '@tributary/testing';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { ChromaEngine } from '../engine/chroma-engine.js';
import type { ChromaSettings } from '../settings/chroma-settings.js';
import { serverError } from './server-errors.js';

const TOKEN = 'a-token-nobody-may-see';
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const running: { close(): void }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** A server that answers by the handler, and the requests it got. */
async function serve(handler: Handler): Promise<{ readonly url: string; readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  running.push({
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  });
  // Safe: a server that listens on TCP has such an address.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`, requests };
}

const send = (response: ServerResponse, status: number, body: unknown = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};
/** Answers like a Chroma, but for what `otherwise` says. */
const chromaBut =
  (otherwise: Handler): Handler =>
  (request, response) => {
    if (request.url?.endsWith('/version')) send(response, 200, '1.0.0');
    else if (request.url?.endsWith('/pre-flight-checks')) send(response, 200, { max_batch_size: 100, supports_base64_encoding: true });
    else otherwise(request, response);
  };
const open = (settings: ChromaSettings) => ChromaEngine.open({ name: 'team', settings: { token: TOKEN, timeoutMs: 2_000, ...settings } });
const failureOf = async (engine: ChromaEngine, signal?: AbortSignal) =>
  engine.count('notes__g1', undefined, signal ? { signal } : {}).then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a server that does not fit', () => {
  it.each([
    ['ftp://host', 'ENGINE.SETTINGS_INVALID'],
    ['http://user:pass@host', 'ENGINE.SETTINGS_INVALID'],
    ['http://host/chroma', 'ENGINE.SETTINGS_INVALID'],
    [undefined, 'ENGINE.SETTINGS_INVALID'],
  ])('is refused by its url %s', async (url, code) => {
    await expect(open({ url })).rejects.toMatchObject({ code, message: expect.stringContaining('team') as string }); // safe: Vitest types its matchers as any
  });

  const answers =
    (status: number, body?: unknown): Handler =>
    (_, response) => {
      send(response, status, body);
    };
  const aWebSite: Handler = (_, response) => {
    response.end('<html>');
  };
  it.each([
    { what: 'a web site', handler: aWebSite, code: 'ENGINE.VERSION_UNSUPPORTED', remedy: 'check the url' },
    { what: 'a server without that API', handler: answers(404), code: 'ENGINE.VERSION_UNSUPPORTED', remedy: 'check the url' },
    { what: 'an older Chroma', handler: answers(200, '0.6.3'), code: 'ENGINE.VERSION_UNSUPPORTED', remedy: 'update the server' },
    { what: 'one that wants another token', handler: answers(401), code: 'ENGINE.UNAUTHORIZED', remedy: 'token' },
    { what: 'one that denies', handler: chromaBut(answers(403)), code: 'ENGINE.FORBIDDEN', remedy: 'token' },
    { what: 'one that is overloaded', handler: chromaBut(answers(429)), code: 'ENGINE.OVERLOADED', remedy: 'later' },
    { what: 'one that fails', handler: chromaBut(answers(503)), code: 'ENGINE.UNAVAILABLE', remedy: 'failed' },
    { what: 'one that takes no big requests', handler: chromaBut(answers(413)), code: 'ENGINE.BATCH_TOO_LARGE', remedy: 'split' },
  ])('is named with a remedy: $what', async ({ handler, code, remedy }) => {
    const { url } = await serve(handler);
    const engine = await open({ url });
    const failure = await failureOf(engine);
    expect(failure).toMatchObject({ code, message: expect.stringMatching(new RegExp(`engine team at ${url}.*${remedy}`, 's')) as string }); // safe: as above
    expect(JSON.stringify([failure, String(failure)])).not.toContain(TOKEN);
    expect(await engine.health()).toMatchObject({ name: 'team', kind: 'chroma' });
  });

  it('is named when nobody listens there, and is down', async () => {
    const engine = await open({ url: `http://127.0.0.1:${(await freePort()).toString()}` });
    expect(await failureOf(engine)).toMatchObject({ code: 'ENGINE.UNAVAILABLE', retryable: true, untaken: true });
    expect(await engine.health()).toMatchObject({ status: 'down' });
  });

  it(
    'is down within seconds where it takes connections and answers nothing, however patient its requests are',
    { timeout: 15_000 },
    async () => {
      const { url } = await serve(() => undefined);
      const engine = await open({ url, timeoutMs: 600_000 });
      expect(await engine.health()).toMatchObject({
        status: 'down',
        detail: `The Chroma server of the engine team at ${url} did not answer within 3 s: check that it is not overloaded.`,
      });
    },
  );

  it('is asked again when that may help, and not when it cannot', async () => {
    let failing = 3;
    const passing = await serve(
      chromaBut((request, response) => {
        answers(failing-- > 0 ? 503 : 404)(request, response);
      }),
    );
    expect(await failureOf(await open({ url: passing.url }))).toMatchObject({ code: 'COLLECTION.NOT_FOUND' });
    expect(passing.requests.filter(({ url }) => url?.includes('/collections/')).length).toBe(4);
    const lasting = await serve(chromaBut(answers(400, { message: 'no' })));
    expect(await failureOf(await open({ url: lasting.url }))).toMatchObject({ code: 'ENGINE.REFUSED' });
    expect(lasting.requests.filter(({ url }) => url?.includes('/collections/')).length).toBe(1);
  });

  it('is given up when it does not answer in time, and not asked again by the same call', async () => {
    await withMoreTime(100, async (timeoutMs) => {
      const { url, requests } = await serve(chromaBut(() => undefined));
      const engine = await open({ url, timeoutMs });
      expect(await failureOf(engine)).toMatchObject({ code: 'ENGINE.TIMEOUT', retryable: true });
      expect(requests.filter((request) => request.url?.includes('/collections/')).length).toBe(1);
    });
  });

  it('holds nobody up who closes the engine', async () => {
    const { url, requests } = await serve(() => undefined);
    const engine = await open({ url, timeoutMs: 60_000 });
    const failure = failureOf(engine);
    await eventually(() => requests.length === 1);
    await engine.close();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  });

  it('is left at once when the caller cancels', async () => {
    const { url, requests } = await serve(chromaBut(() => undefined));
    const cancel = new AbortController();
    const engine = await open({ url, timeoutMs: 60_000 });
    const failure = failureOf(engine, cancel.signal);
    await eventually(() => requests.some((request) => request.url?.includes('/collections/')));
    cancel.abort();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  });

  it('gets the token in both headers that servers look for', async () => {
    const { url, requests } = await serve(chromaBut(answers(404)));
    await failureOf(await open({ url }));
    expect(requests.at(-1)?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'x-chroma-token': TOKEN });
  });

  it('names the collection that is gone', () => {
    const error = serverError(new ChromaNotFoundError('gone'), { engine: 'team', address: 'http://h', collection: 'notes__g1' });
    expect(error).toMatchObject({ code: 'COLLECTION.NOT_FOUND', message: expect.stringMatching(/notes__g1.*team/) as string }); // safe: as above
  });
});

describe('a caller who has given up already', () => {
  it('leaves no failure that nobody hears where the server is away', async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('unhandledRejection', hear);
    const engine = await open({ url: `http://127.0.0.1:${(await freePort()).toString()}` });
    expect(await failureOf(engine, AbortSignal.abort())).toMatchObject({ name: 'AbortError' });
    // Another collection, so that this caller does not hear the failure of the first look-up; both fail with the server.
    await expect(engine.count('other__g1')).rejects.toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
    await new Promise(setImmediate);
    await engine.close();
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
  });
});
