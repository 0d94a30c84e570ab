import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { IssuerKeys } from './issuer-keys.js';

const TOKEN = { payload: '', signature: '' };

let server: Server;
let requests: number;
/** What the server hands out; undefined: it fails. */
let keys: readonly JWK[] | undefined;
/** Of an answer without keys. */
let status: number;

beforeEach(async () => {
  requests = 0;
  keys = undefined;
  status = 500;
  server = createServer((_request, response) => {
    requests++;
    response.writeHead(keys === undefined ? status : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

function keysOf(pauseMs: number): IssuerKeys {
  // Safe: a server that listens on a port has an address.
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port.toString()}`;
  return new IssuerKeys({ issuer, jwksUrl: `${issuer}/keys`, pauseMs });
}

const find = (from: IssuerKeys, kid: string) => from.find({ alg: 'ES256', kid }, TOKEN);

it('an issuer that fails is asked once in a while, however many tokens come', async () => {
  const resting = keysOf(60_000);
  for (const kid of ['a', 'b', 'c']) await expect(find(resting, kid)).rejects.toMatchObject({ code: 'AUTH.ISSUER_UNAVAILABLE' });
  expect(requests).toBe(1);
  const eager = keysOf(0);
  for (const kid of ['a', 'b', 'c']) await expect(find(eager, kid)).rejects.toMatchObject({ code: 'AUTH.ISSUER_UNAVAILABLE' });
  expect(requests).toBe(4);
});

it.each([undefined, []])('an issuer that hands out no key, as %j, fails, and is asked once in a while', async (none) => {
  [keys, status] = [none, 200];
  const resting = keysOf(60_000);
  for (const kid of ['a', 'b', 'c']) await expect(find(resting, kid)).rejects.toMatchObject({ code: 'AUTH.ISSUER_UNAVAILABLE' });
  expect(requests).toBe(1);
});

it('keys that are known go on while the issuer fails', async () => {
  const { publicKey } = await generateKeyPair('ES256');
  keys = [{ ...(await exportJWK(publicKey)), kid: 'known', alg: 'ES256' }];
  const known = keysOf(0);
  await find(known, 'known');
  keys = [];
  await expect(find(known, 'unknown')).rejects.toMatchObject({ code: 'AUTH.ISSUER_UNAVAILABLE' });
  keys = undefined;
  await expect(find(known, 'unknown')).rejects.toMatchObject({ code: 'AUTH.ISSUER_UNAVAILABLE' });
  await expect(find(known, 'known')).resolves.toBeDefined();
});
