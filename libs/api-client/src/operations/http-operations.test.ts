import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { MapInput, MigrateInput, localOwner, type CallContext } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpConnection } from '../http/http-connection.js';
import { HttpOperations } from './http-operations.js';

const context: CallContext = { principal: localOwner, signal: AbortSignal.timeout(30_000) };
const asked: unknown[] = [];
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push([`${request.method ?? ''} ${request.url ?? ''}`, request.headers['content-type'], body]);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ collections: [], jobs: [], documents: [] }));
  });
});
let operations: HttpOperations;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  operations = new HttpOperations(new HttpConnection({ url: `http://127.0.0.1:${port.toString()}` }));
});
afterAll(() => server.close());

describe('an operation over HTTP', () => {
  it('asks its route, with what its path, its query string and its body need', async () => {
    const move = MigrateInput.parse({ from: 'team/wiki', to: 'main' });
    await operations.listCollections(context);
    await operations.removeCollection('team/wiki?', context);
    await operations.getMap(MapInput.parse({ collection: 'a b', limit: 7 }), context).catch(() => undefined);
    await operations.migrateCollection(move, context).catch(() => undefined);
    await operations.syncSource('s{id}$&', { confirmed: true }, context).catch(() => undefined);
    await operations.removeSource('s', { keepDocuments: true }, context);
    await operations.removeSource('s', { keepDocuments: false }, context);
    await operations.cancelJob('1', context);
    const { from: _from, ...rest } = move;
    const json = 'application/json';
    expect(asked.splice(0)).toEqual([
      ['GET /api/collections', undefined, ''],
      ['DELETE /api/collections/team%2Fwiki%3F?confirm=team%2Fwiki%3F', undefined, ''],
      ['GET /api/collections/a%20b/map?limit=7&components=false', undefined, ''],
      ['POST /api/collections/team%2Fwiki/migrate', json, JSON.stringify(rest)],
      ['POST /api/sources/s%7Bid%7D%24%26/sync', json, '{"confirmed":true}'],
      ['DELETE /api/sources/s?keep=documents', undefined, ''],
      ['DELETE /api/sources/s', undefined, ''],
      ['POST /api/jobs/1/cancel', undefined, ''],
    ]);
  });

  it('refuses an answer of another shape than its route has', async () => {
    expect(await operations.listCollections(context)).toEqual([]);
    const asking = operations.listSources(context);
    await expect(asking).rejects.toThrow('answered /api/sources in an unknown shape');
    await expect(asking).rejects.toMatchObject({ code: 'SERVER.ANSWER_INVALID' });
  });
});
