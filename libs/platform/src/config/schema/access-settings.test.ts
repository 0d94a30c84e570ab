import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../reading/load-configuration.js';

const [ADA, BOB] = ['the-token-of-ada-0001', 'the-token-of-bob-0002'];

async function load(yaml: string, environment: Readonly<Record<string, string>> = {}) {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'tributary.yaml');
  const secret = join(folder.path, 'secret');
  await writeFile(secret, `${ADA}\n`);
  await writeFile(file, yaml.replaceAll('SECRET', secret));
  return await loadConfiguration({ environment, file });
}

describe('the settings of access', () => {
  it('say of each token whose it is, what it may do and which collections it opens', async () => {
    const { access } = await load(`
access:
  tokens:
    ada:
      token: ${ADA}
      scopes: ["search:read", "documents:write"]
      user_id: ada
      groups: [staff]
      collections: [wiki-*]
    bob:
      token: ${BOB}
`);
    expect(access.tokens).toEqual({
      ada: { token: ADA, scopes: ['search:read', 'documents:write'], userId: 'ada', groups: ['staff'], collections: ['wiki-*'] },
      bob: { token: BOB, scopes: ['search:read'], groups: [], collections: ['*'] },
    });
    expect(access.limits).toEqual({ searchesPerSecond: 20, searchBurst: 60, ingestsAtOnce: 5 });
  });

  it('take the folders of a token from the home and the working folder, as those of everybody', async () => {
    const { access } = await load(
      `access:\n  tokens:\n    wiki: { token: ${ADA}, roots: [~/wiki, pages, /srv/wiki] }\n    none: { token: ${BOB}, roots: [] }\n`,
    );
    expect(access.tokens['wiki']?.roots).toEqual([join(homedir(), 'wiki'), resolve('pages'), '/srv/wiki']);
    expect(access.tokens['none']?.roots).toEqual([]);
  });

  it('take a token from a file, named in the YAML or by a variable', async () => {
    const named = await load('access:\n  tokens:\n    ada:\n      token_file: SECRET\n');
    expect(named.access.tokens['ada']?.token).toBe(ADA);
    await expect(load('access:\n  tokens:\n    ada:\n      token_file: /nowhere/at/all\n')).rejects.toThrow('access.tokens.ada.token_file');
    const byVariable = await load('', { TRIBUTARY_ACCESS__TOKENS__ADA__TOKEN: ADA, TRIBUTARY_ACCESS__TOKENS__ADA__USER_ID: 'ada' });
    expect(byVariable.access.tokens['ada']).toMatchObject({ token: ADA, userId: 'ada' });
  });

  it('refuse one secret for two tokens, and a scope that does not exist', async () => {
    await expect(load(`access:\n  tokens:\n    ada:\n      token: ${ADA}\n    bob:\n      token: ${ADA}\n`)).rejects.toThrow(
      'access.tokens.bob.token in',
    );
    await expect(load(`access:\n  tokens:\n    ada:\n      token: ${ADA}\n      scopes: ["everything"]\n`)).rejects.toThrow('scopes');
  });

  it('let browsers sign in at the issuer, over https alone beyond loopback', async () => {
    const oauth = (resource: string, url = '') =>
      `access:\n  oauth:\n    issuer: https://login.example.org\n    resource: ${resource}\n    console:\n      client_id: tributary\n${url}`;
    const { access } = await load(oauth('https://search.example.org', '      client_secret_file: SECRET\n'));
    expect(access.oauth?.console).toEqual({
      clientId: 'tributary',
      clientSecret: ADA,
      scopes: ['openid', 'search:read', 'documents:write'],
    });
    expect((await load(oauth('http://127.0.0.1:7411'))).access.oauth?.console).toBeDefined();
    await expect(load(oauth('http://search.example.org'))).rejects.toThrow('access.oauth.resource');
    await expect(load(oauth('https://search.example.org', '      url: http://search.example.org\n'))).rejects.toThrow(
      'access.oauth.console.url',
    );
  });

  it('refuse the address of MCP or of the API in place of that of the server, and say what to write', async () => {
    const oauth = (resource: string) => `access:\n  oauth:\n    issuer: https://login.example.org\n    resource: ${resource}\n`;
    for (const surface of ['/mcp', '/mcp/', '/mcp/qdrant,notes', '/api'])
      await expect(load(oauth(`https://search.example.org/team${surface}`))).rejects.toThrow(
        /access\.oauth\.resource .*: that of the server is https:\/\/search\.example\.org\/team\. /,
      );
    await expect(load(oauth('http://mcp/mcp'))).rejects.toThrow(/: that of the server is http:\/\/mcp\. /);
    for (const server of [
      'http://mcp',
      'https://api/',
      'https://search.example.org',
      'https://search.example.org/team/',
      'https://search.example.org/mcp-search',
    ])
      expect((await load(oauth(server))).access.oauth?.resource).toBe(server);
  });

  it('let a server listen beyond loopback when it asks everybody who he is', async () => {
    const oauth = 'access:\n  oauth:\n    issuer: https://login.example.org\n    resource: https://search.example.org\n';
    await expect(load('server:\n  host: 0.0.0.0\n')).rejects.toThrow('server.token');
    expect((await load(`server:\n  host: 0.0.0.0\n${oauth}`)).access.oauth).toMatchObject({ userClaim: 'sub', groupsClaim: 'groups' });
  });
});
