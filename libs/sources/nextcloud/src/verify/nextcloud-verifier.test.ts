import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppPasswords } from '../credentials/app-passwords.js';
import { firstOf } from '../credentials/credentials.js';
import { TokenExchange } from '../credentials/token-exchange.js';
import { NextcloudServer } from './nextcloud-server.fixture.js';
import { NextcloudVerifier } from './nextcloud-verifier.js';

const BASIC = `Basic ${Buffer.from('ada@cloud:secret-app-password').toString('base64')}`;
const note = (id: string, change: object = {}) => ({ collection: 'nextcloud', id, docType: 'note', ...change });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: NextcloudServer;
let passwords: AppPasswords;

beforeEach(async () => {
  folder = await temporaryFolder();
  server = await NextcloudServer.start([
    { authorization: BASIC, notes: [1, 3] },
    { authorization: 'Bearer exchanged', notes: [2] },
  ]);
  passwords = new AppPasswords(folder.path);
  await passwords.put('ada', { login: 'ada@cloud', password: 'secret-app-password' });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder.remove();
});

function verifierOf({ timeoutMs = 2_000 } = {}): NextcloudVerifier {
  const exchange = new TokenExchange({ url: `${server.url}/token`, clientId: 'tributary', clientSecret: 'shh', audience: 'nextcloud' });
  const credentials = firstOf(exchange, passwords);
  return new NextcloudVerifier({ url: `${server.url}/cloud/`, collections: ['nextcloud*'], timeoutMs, credentials });
}
const asked = () => server.asked.filter(({ path }) => path !== '/token');
const verify = (ids: readonly string[], options: { userId?: string; subjectToken?: string; timeoutMs?: number } = {}) =>
  verifierOf(options).verify(
    ids.map((id) => note(id)),
    { userId: 'ada', signal: new AbortController().signal, ...options },
  );

describe('a note that was found', () => {
  it('is confirmed where Nextcloud lets the user read it, with his app password [002-30]', async () => {
    expect(await verify(['1', '2', '3'])).toEqual([true, false, true]);
    expect(asked().map(({ authorization }) => authorization)).toEqual([BASIC, BASIC, BASIC]);
  });

  it('is asked for with the exchanged token where the issuer gives one, and the caller’s own goes to the issuer alone', async () => {
    server.exchanges.set('callers-mcp-token', 'exchanged');
    const verifier = verifierOf();
    const options = { userId: 'ada', subjectToken: 'callers-mcp-token', signal: new AbortController().signal };
    expect(await verifier.verify([note('1'), note('2')], options)).toEqual([false, true]);
    expect(await verifier.verify([note('2')], options)).toEqual([true]);
    expect(JSON.stringify(asked())).not.toContain('callers-mcp-token');
    const exchanges = server.asked.filter(({ path }) => path === '/token').map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    expect(exchanges).toEqual([
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'callers-mcp-token',
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        audience: 'nextcloud',
      },
    ]);
  });

  it('is asked for with the app password where the issuer refuses the exchange', async () => {
    expect(await verify(['1'], { subjectToken: 'unknown' })).toEqual([true]);
  });

  it('is not confirmed, and Nextcloud not asked, for a user without credentials and for nobody', async () => {
    expect(await verify(['1'], { userId: 'bob' })).toEqual([false]);
    const options = { userId: undefined, signal: new AbortController().signal };
    expect(await verifierOf().verify([note('1')], options)).toEqual([false]);
    expect(server.asked).toEqual([]);
  });

  it('is not asked for where it is no note, or its id could be more than an id', async () => {
    const strange = [note('1', { docType: 'file' }), note('../../../1'), note('1?x='), note('abc'), note('0')];
    const options = { userId: 'ada', signal: new AbortController().signal };
    expect(await verifierOf().verify(strange, options)).toEqual(strange.map(() => false));
    expect(server.asked).toEqual([]);
  });

  it.each(['slow', 'html', 'redirect', 'failing', 'other'] as const)('is not confirmed by a Nextcloud that is %s', async (broken) => {
    server.broken = broken;
    expect(await verify(['1', '3'], { timeoutMs: 100 })).toEqual([false, false]);
    expect(server.asked.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it('belongs to Nextcloud by its collection', () => {
    expect(verifierOf().covers(note('1', { collection: 'nextcloud-notes' }))).toBe(true);
    expect(verifierOf().covers(note('1', { collection: 'wiki' }))).toBe(false);
  });
});
