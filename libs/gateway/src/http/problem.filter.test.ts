import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
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
