import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { retryable } from '@tributary/kernel';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { wholeBody } from '../handing-in/body.js';
import { sendProblem } from './problem.filter.js';

it('reports a failure of ours, and none where a client broke its upload off', async () => {
  const reported: unknown[] = [];
  const begun = Promise.withResolvers<undefined>();
  const handled = Promise.withResolvers<undefined>();
  const server = fastify();
  server.addContentTypeParser('*', (_request, body, done) => {
    done(null, body);
  });
  server.post('/upload', async ({ body }, reply) => {
    begun.resolve(undefined);
    await wholeBody(body instanceof Readable ? body : Readable.from([])).catch((error: unknown) => {
      sendProblem(reply, error, { report: (one) => reported.push(one) });
    });
    handled.resolve(undefined);
    return reply;
  });
  server.post('/defect', (_request, reply) => {
    sendProblem(reply, new Error('defect'), { report: (one) => reported.push(one) });
  });
  try {
    const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
    const upload = connect(Number(url.port), '127.0.0.1');
    await once(upload, 'connect');
    upload.write('POST /upload HTTP/1.1\r\nhost: a\r\ncontent-type: application/pdf\r\ncontent-length: 1000\r\n\r\nhalf');
    await begun.promise;
    upload.destroy();
    await handled.promise;
    expect(reported).toEqual([]);
    expect((await fetch(new URL('/defect', url), { method: 'POST' })).status).toBe(500);
    expect(reported).toEqual([new Error('defect')]);
  } finally {
    await server.close();
  }
});

it('answers an upload that came no further with 408, and keeps codes of ours where the framework wrote a status of its own on them', async () => {
  const server = fastify();
  server.post('/:code', (request, reply) => {
    const isStalled = request.url === '/REQUEST.STALLED';
    const error = retryable(request.url.slice(1), 'Again.', { category: isStalled ? 'timeout' : 'overloaded', retryAfterMs: 1_000 });
    sendProblem(reply, Object.assign(error, { statusCode: 400 }), { report: () => undefined });
  });
  for (const [code, status] of [
    ['REQUEST.STALLED', 408],
    ['LIMIT.BODIES', 429],
  ] as const) {
    const answer = await server.inject({ method: 'POST', url: `/${code}` });
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toMatchObject([status, '1', { code, status }]);
  }
  await server.close();
});
