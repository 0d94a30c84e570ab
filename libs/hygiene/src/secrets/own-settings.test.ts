import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.js';

/** Chosen by people: no rule that goes by how a value looks knows them. */
const PLAIN = 'ada-reads-the-handbook';
const CONFIGURATION = `server:
  host: 0.0.0.0
  token: ${PLAIN} # of the owner

access:
  tokens:
    ada:
      # Of the front desk.
      scopes: ['search:read', 'documents:write']
      token: "${PLAIN}"
      user_id: ada

    wiki-bot: { scopes: ['search:read'], token: ${PLAIN}, collections: [wiki-*] }
  oauth:
    console:
      client_id: tributary
      client_secret: '${PLAIN}'
engines:
  main:
    type: qdrant
    api_key: ${PLAIN}
  old: { type: chroma, token: "${PLAIN}" }
models:
  fine:
    api_key: 00000000-1234-4567-8901-abcdef123456
rerankers:
  cross:
    api_key: ${PLAIN}
dialects:
  nextcloud:
    source:
      token_exchange:
        client_secret: ${PLAIN}
daemon:
  api_token: ${PLAIN}
`;

describe('a secret in a configuration of Tributary', () => {
  it.each([
    ['YAML', CONFIGURATION],
    ['YAML with the line ends of Windows', CONFIGURATION.replaceAll('\n', '\r\n')],
    ['YAML in a ConfigMap', `data:\n  tributary.yaml: |\n${CONFIGURATION.replaceAll(/^(?=.)/gm, '    ')}`],
  ])('is masked however plain it is, and nothing else: %s', (_, text) => {
    const masked = maskSecrets(text);
    expect(masked.counts).toEqual({ 'secret-value': 10 });
    expect(masked.text).not.toContain(PLAIN);
    expect(masked.text.replaceAll(/\[secret-value\]\**/g, PLAIN)).toBe(text.replace('00000000-1234-4567-8901-abcdef123456', PLAIN));
  });

  it.each([undefined, 2])('is masked in JSON, indented by %s', (indent) => {
    const settings = {
      access: { tokens: { ada: { scopes: ['search:read'], token: PLAIN }, ben: { token: `${PLAIN}-2`, groups: ['staff'] } } },
      server: { port: 7411, token: `${PLAIN}-1` },
    };
    expect(maskSecrets(JSON.stringify(settings, undefined, indent))).toMatchObject({ counts: { 'secret-value': 3 } });
  });

  it.each([
    `TRIBUTARY_SERVER__TOKEN=${PLAIN}`,
    `export TRIBUTARY_TOKEN='${PLAIN}'`,
    `      TRIBUTARY_ACCESS__TOKENS__ADA__TOKEN: ${PLAIN}`,
    `      - TRIBUTARY_ENGINES__MAIN__API_KEY=${PLAIN}`,
    `ENV TRIBUTARY_DAEMON__API_TOKEN=${PLAIN}`,
    `TRIBUTARY_TOKEN=${PLAIN} tributary mcp install --client cursor`,
  ])('is masked in its variable: %s', (line) => {
    const masked = maskSecrets(`first\n${line}\nlast`);
    expect(masked.counts).toEqual({ 'secret-value': 1 });
    expect(masked.text).not.toContain(PLAIN);
  });
});

it.each(['ada-writes-7f3k', 'token-of-ada-7f3k', 'YOUR_7F3K_ADA', 'example.of.ada.7f3k', 'ada/reads/the/handbook', 'adareadsthehandbook'])(
  'a token that somebody chose is masked: %s',
  (token) => {
    for (const text of [`server:\n  token: ${token}\n`, `{"server": {"token": "${token}"}}`, `TRIBUTARY_TOKEN=${token}`])
      expect(maskSecrets(text).text).not.toContain(token);
  },
);

describe('what holds no secret of Tributary', () => {
  it.each([
    'server:\n  token: ${SERVER_TOKEN}\n',
    'server:\n  token_file: /run/secrets/the-token-of-the-owner\n',
    'access:\n  tokens:\n    ada:\n      token_file: /run/secrets/ada-reads\n      scopes: [a]\n',
    'access:\n  tokens:\n    ada:\n      token: string\n',
    'access:\n  tokens:\n    ada:\n      token: <a random text of 32 characters>\n',
    'access:\n  tokens:\n    ada:\n      user_id: ada-reads-the-handbook\n',
    'models:\n  fine:\n    api_key: !secret of-the-model\n',
    'parser:\n  token: identifier-or-keyword\n',
    'token: ada-reads-the-handbook\n',
    'The server: a token: ada-reads-the-handbook is what it takes.',
    'export TRIBUTARY_TOKEN=$(cat token-of-the-owner)',
    'TRIBUTARY_TOKEN_FILE=run-secrets-token-of-ada',
    'TRIBUTARY_ACCESS__OAUTH__AUDIENCE=ada-reads-the-handbook',
    'TRIBUTARY_TOKEN=the-token-of-the-owner',
    '{"server": {"token": "Authentifizierungstoken"}}',
    'qdrant:\n  api_key: ENC[AES256_GCM,data:c2VhbGVk,iv:bm9uY2U=,type:str]\n',
  ])('%j stays as it is', (text) => {
    expect(maskSecrets(text).text).toBe(text);
  });

  it.each([
    'your-secret-api-key',
    'YOUR_API_KEY_HERE',
    'xxxxxxxxxxxxxxxxxxxx',
    'changeme-changeme',
    'op://vault/item/field-name',
    'op://vault-2/item/field-1',
    'vault:secret/data/qdrant',
    'os.environ/OPENAI_API_KEY',
    'QDRANT__SERVICE__API_KEY',
    'settings.models.openai.apiKey',
    'kv/data/qdrant-api-key',
  ])('%s stands for one', (value) => {
    for (const text of [`qdrant:\n  api_key: ${value}\n`, `{"qdrant": {"api_key": "${value}"}}`]) expect(maskSecrets(text).text).toBe(text);
  });

  it.each(['authentication.token.key', 'INJECTION_TOKEN_NAME', 'users.credentials_column'])(
    'a name in a program stays in quotes: %s',
    (name) => {
      const text = `const parts = {\n  server: {\n    token: '${name}',\n  },\n};`;
      expect(maskSecrets(text, { hasBareValues: false }).text).toBe(text);
    },
  );

  it.each(['interface Settings {\n  server: {\n    token: TokenOfTheServer;\n  };\n}', 'const TRIBUTARY_TOKEN = readTheTokenOfTheOwner;'])(
    'a name in a program stays: %j',
    (text) => {
      expect(maskSecrets(text, { hasBareValues: false }).text).toBe(text);
    },
  );

  it('is told in bounded time, also in a text of nothing but such names', () => {
    const deep = Array.from({ length: 20_000 }, (_, n) => `${' '.repeat(n % 40)}token: ${PLAIN}`).join('\n');
    const wide = `{${`"token": "${PLAIN}", `.repeat(20_000)}}`;
    const started = performance.now();
    for (const text of [deep, wide, `server:${' '.repeat(200_000)}token:`]) maskSecrets(text);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('is looked for as far as a text goes that begins with the end of a line, and wherever lines end', () => {
    expect(maskSecrets(`\n    token: ${PLAIN}\n`).counts).toEqual({});
    expect(maskSecrets(`\n\nserver:\n    token: ${PLAIN}\n`).counts).toEqual({ 'secret-value': 1 });
    const inner = `\n${'          more'.padEnd(19, '.')}`.repeat(1_000);
    for (let shift = 0; shift < 20; shift++)
      expect(maskSecrets(`${'.'.repeat(shift)}${inner}\n        token: ${PLAIN}\n`).counts).toEqual({});
  });

  it('is found behind a hundred users', () => {
    const users = Array.from(
      { length: 100 },
      (_, n) => `    user-${n.toString()}:\n      token: ${PLAIN}\n      scopes: ['search:read']\n`,
    );
    expect(maskSecrets(`access:\n  tokens:\n${users.join('')}`).counts).toEqual({ 'secret-value': 100 });
  });
});
