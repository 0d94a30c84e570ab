import { toErrorRecord } from '@tributary/kernel';
import { freePort } from '@tributary/testing';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelServer } from './model-server.js';

describe('whether a model server took a request that failed', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function serve(listener: RequestListener): Promise<{ readonly address: string; readonly server: Server }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // Safe: it listens on a port.
    return { address: `http://127.0.0.1:${port.toString()}`, server };
  }

  const failureAt = async (address: string) => {
    const server = new ModelServer({
      name: 'm',
      kind: 'A server',
      address,
      model: 'x',
      startHint: 'Start it',
      modelHint: 'Get it',
      timeoutMs: 5000,
    });
    return toErrorRecord(await server.ask('/embed', { body: {} }).catch((error: unknown) => error));
  };

  it('is known where nothing listens', async () => {
    const failure = await failureAt(`http://127.0.0.1:${(await freePort()).toString()}`);
    expect(failure).toMatchObject({ code: 'EMBEDDER.UNAVAILABLE', untaken: true });
  });

  it.each([
    [503, 'EMBEDDER.UNAVAILABLE', true],
    [429, 'EMBEDDER.RATE_LIMITED', true],
    [500, 'EMBEDDER.UNAVAILABLE', undefined],
    [502, 'EMBEDDER.UNAVAILABLE', undefined],
  ])('is known by an answer of %i', async (status, code, untaken) => {
    const { address } = await serve((_, response) => response.writeHead(status).end('{}'));
    const failure = await failureAt(address);
    expect([failure.code, failure.untaken]).toEqual([code, untaken]);
  });

  it('is not believed of a server that ends over the texts, though nothing listens when they are sent again', async () => {
    const { address, server } = await serve((request) => {
      server.close();
      request.socket.destroy();
    });
    const failure = await failureAt(address);
    expect([failure.code, failure.untaken]).toEqual(['EMBEDDER.UNAVAILABLE', undefined]);
    expect(failure.message).toContain('the connection was cut');
  });
});
