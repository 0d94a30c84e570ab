import { brotliCompressSync, gzipSync } from 'node:zlib';
import { MIB } from '@tributary/kernel';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteFetcher } from '../testing/fetcher.fixture.js';
import { Site, failing, redirect, type Answer } from '../testing/site.fixture.js';

let site: Site;
beforeEach(async () => {
  site = await Site.start();
});
afterEach(() => site[Symbol.asyncDispose]());

async function fetched(
  answer: Answer,
  over: Parameters<typeof siteFetcher>[0] = {},
  options: Parameters<ReturnType<typeof siteFetcher>['fetch']>[1] = {},
) {
  site.pages.set('/', answer);
  return siteFetcher(over).fetch(site.url('/'), options);
}

/** A body that says how it is packed. */
function packed(encoding: string, body: Buffer): Answer {
  return (_request, response) => response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
}

describe('a fetch from a server that means no good', () => {
  it('unpacks gzip and brotli, and nothing else', async () => {
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['br', brotliCompressSync],
    ] as const) {
      const outcome = await fetched(packed(encoding, pack('größer')));
      expect(outcome.status === 'ok' && Buffer.from(outcome.bytes).toString()).toBe('größer');
    }
    expect(await fetched(packed('gzip, gzip', gzipSync(gzipSync('x'))))).toMatchObject({ reason: 'encoding' });
  });

  it('stops at bombs by their ratio and their size, and at broken ones', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB));
    expect(await fetched(packed('gzip', bomb))).toMatchObject({ reason: 'bomb' });
    expect(await fetched(packed('br', brotliCompressSync(Buffer.alloc(32 * MIB))))).toMatchObject({ reason: 'bomb' });
    expect(await fetched(packed('gzip', bomb), { maxRatio: 1e9, maxBytes: 2 * MIB })).toMatchObject({ reason: 'too-large' });
    expect(await fetched(packed('gzip', bomb.subarray(0, 2000)), { maxRatio: 1e9 })).toMatchObject({ reason: 'damaged' });
  });

  it('stops at a body that is too large, whether or not the server says so before', async () => {
    const endless: Answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const push = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', push);
      push();
    };
    expect(await fetched(endless, { maxBytes: 200_000 })).toMatchObject({ reason: 'too-large' });
    expect(await fetched({ type: 'text/html', text: 'x'.repeat(3000) }, { maxBytes: 2000 })).toMatchObject({ reason: 'too-large' });
  });

  it('waits neither for a server that is silent nor for one that drips', async () => {
    const silent: Answer = () => undefined;
    expect(await fetched(silent, { idleMs: 100 })).toMatchObject({ reason: 'timed-out' });
    const dripping: Answer = (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('x'), 20);
      request.on('close', () => {
        clearInterval(drip);
      });
    };
    const startedAt = performance.now();
    expect(await fetched(dripping, { totalMs: 400, idleMs: 5000 })).toMatchObject({ reason: 'timed-out' });
    expect(performance.now() - startedAt).toBeLessThan(4000);
  });

  it('ends redirects that lead in circles or on and on', async () => {
    expect(await fetched(redirect('/'))).toEqual({ status: 'refused', reason: 'too-many-redirects' });
    expect(site.asked).toHaveLength(6);
  });

  it('refuses headers without end, and answers that are no HTTP', async () => {
    expect(await fetched((_request, response) => response.writeHead(200, { 'x-much': 'y'.repeat(100_000) }).end())).toMatchObject({
      reason: 'headers-too-large',
    });
    expect(await fetched((request) => request.socket.end('nonsense\r\n\r\n'))).toMatchObject({ reason: 'damaged' });
    expect(await fetched((request) => request.socket.destroy())).toMatchObject({ reason: 'unreachable' });
  });

  it('reads no body of a type that is not wanted', async () => {
    const accepts = (mediaType: string) => mediaType === 'text/html';
    expect(await fetched({ type: 'video/mp4', text: 'x' }, {}, { accepts })).toMatchObject({ reason: 'type', detail: 'video/mp4' });
    expect(await fetched({ type: 'Text/HTML; charset=utf-8', text: 'x' }, {}, { accepts })).toMatchObject({
      status: 'ok',
      mediaType: 'text/html',
    });
  });

  it('tells gone from busy from broken', async () => {
    expect(await fetched(failing(410))).toEqual({ status: 'gone', reason: 'http-410' });
    expect(await fetched(failing(429, { 'retry-after': '7' }))).toEqual({ status: 'busy', reason: 'http-429', retryAfterMs: 7000 });
    expect(await fetched(failing(503))).toEqual({ status: 'busy', reason: 'http-503' });
    expect(await fetched(failing(500))).toEqual({ status: 'refused', reason: 'http-500' });
    expect(await siteFetcher().fetch(site.url('/', 'nowhere.test'))).toMatchObject({ reason: 'unknown-host' });
  });

  it('ends when the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = fetched(
      () => {
        controller.abort();
      },
      {},
      { signal: controller.signal },
    );
    await expect(waiting).rejects.toThrow(/abort/i);
  });
});
