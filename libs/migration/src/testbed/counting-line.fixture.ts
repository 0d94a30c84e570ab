import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Points of a page or by id, as Qdrant and Chroma answer them. */
const Page = z.object({ result: z.object({ points: z.array(z.unknown()) }) }).transform(({ result }) => result.points.length);
const Points = z.object({ result: z.array(z.unknown()) }).transform(({ result }) => result.length);
const Records = z.object({ ids: z.array(z.string()) }).transform(({ ids }) => ids.length);
const Answer = z.union([Page, Points, Records]);
/** Where points are read, beside searching. */
const READS = /\/(points|points\/scroll|get)$/;

/** A line to an HTTP server that counts the points it gives to who reads them by page or by id. */
export async function startCountingLine(upstream: string) {
  const counts = { points: 0 };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = request;
    const body = await text(request);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(new URL(url, upstream), { method, headers, ...(body === '' ? {} : { body }) });
    const given = await answer.text();
    if (method === 'POST' && READS.test(url.split('?')[0] ?? '')) counts.points += Answer.parse(JSON.parse(given));
    response.writeHead(answer.status, headers).end(given);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port.toString()}`,
    counts,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
