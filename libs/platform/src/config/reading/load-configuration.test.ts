import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '@tributary/kernel';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { loadConfiguration, type ConfigurationSources } from './load-configuration.js';

const TOKEN = 'sixteen-letters-and-more';

async function load({ yaml, ...sources }: ConfigurationSources & { readonly yaml?: string }) {
  if (yaml === undefined) return loadConfiguration({ environment: {}, ...sources });
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'tributary.yaml');
  await writeFile(file, yaml);
  return await loadConfiguration({ environment: {}, ...sources, file });
}

async function problemsOf(sources: Parameters<typeof load>[0]): Promise<readonly string[]> {
  const failure: unknown = await load(sources).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!hasCode(failure, 'CONFIG.INVALID')) throw new Error('The configuration was accepted.');
  return failure.message.split('\n');
}

describe('defaults', () => {
  it('listens on loopback and keeps data under the home folder', async () => {
    const configuration = await load({});
    expect(configuration.server).toEqual({ host: '127.0.0.1', port: 7411, allowedHosts: [], allowedOrigins: [] });
    expect(configuration.data.folder).toBe(join(homedir(), '.local/share/tributary'));
    expect(configuration.engines).toEqual({ main: { type: 'embedded' } });
  });

  it('follows XDG_DATA_HOME', async () => {
    expect((await load({ environment: { XDG_DATA_HOME: '/srv' } })).data.folder).toBe('/srv/tributary');
  });
});

describe('the file', () => {
  it('maps snake_case to camelCase and leaves names in maps alone', async () => {
    const yaml = 'server:\n  allowed_hosts: [a.example]\nengines:\n  my_store:\n    type: embedded\nprimary: my_store\n';
    const { server, engines } = await load({ yaml });
    expect(server.allowedHosts).toEqual(['a.example']);
    expect(Object.keys(engines)).toEqual(['my_store']);
  });

  it('names files that hold the secrets of models, rerankers and engines', async () => {
    await using folder = await temporaryFolder();
    const held = join(folder.path, 'key');
    await writeFile(held, 'the-key\n');
    const yaml = [
      'models:\n  far: { type: openai, model: e, api_key_file: HELD }',
      'rerankers:\n  far: { type: http, url: "http://127.0.0.1:1", api_key_file: HELD }',
      'engines:\n  q: { type: qdrant, url: "http://127.0.0.1:6333", api_key_file: HELD }\n  c: { type: chroma, url: "http://127.0.0.1:8000", token_file: HELD }',
    ];
    const { models, rerankers, engines } = await load({ yaml: yaml.join('\n').replaceAll('HELD', held) });
    for (const entry of [models['far'], rerankers['far'], engines['q']]) expect(entry).toMatchObject({ apiKey: 'the-key' });
    expect(engines['c']).toMatchObject({ token: 'the-key' });
  });

  it('takes an empty section as its defaults', async () => {
    expect((await load({ yaml: 'server:\n' })).server.port).toBe(7411);
  });

  it('is found by TRIBUTARY_CONFIG and must exist', async () => {
    const [problem] = await problemsOf({ environment: { TRIBUTARY_CONFIG: '/nowhere/tributary.yaml' } });
    expect(problem).toContain('/nowhere/tributary.yaml: cannot be read');
  });

  it('names the line that is no YAML', async () => {
    expect((await problemsOf({ yaml: 'server: [\n' }))[0]).toMatch(/no YAML: .*line 2/);
  });

  it('refuses an unknown key with the nearest known one', async () => {
    const [problem] = await problemsOf({ yaml: 'server:\n  prot: 1\n' });
    expect(problem).toMatch(/^server\.prot in .*tributary\.yaml: no such setting\. Did you mean port\?$/);
  });

  it('refuses a key in camelCase', async () => {
    expect((await problemsOf({ yaml: 'server:\n  allowedHosts: []\n' }))[0]).toContain('Did you mean allowed_hosts?');
  });

  it('says the key, what is wrong and what to write instead', async () => {
    const [problem] = await problemsOf({ yaml: 'server:\n  port: many\n' });
    expect(problem).toMatch(
      /^server\.port in .*: expected number, received string\. Write a whole number from 0 to 65535, for example 7411\.$/,
    );
  });

  it('reports every problem', async () => {
    expect(await problemsOf({ yaml: 'server:\n  port: -1\nlog:\n  level: loud\n' })).toHaveLength(2);
  });

  it('refuses an engine type it does not know', async () => {
    const [problem] = await problemsOf({ yaml: 'engines:\n  main:\n    type: oracle\n' });
    expect(problem).toMatch(/^engines\.main\.type in .*Write one of embedded, /);
  });
});

describe('variables', () => {
  it('override the file; numbers, lists and maps are read from text', async () => {
    const environment = {
      TRIBUTARY_SERVER__PORT: '8000',
      TRIBUTARY_SERVER__ALLOWED_HOSTS: '["b.example"]',
      TRIBUTARY_ENGINES__SECOND: '{"type":"embedded"}',
      TRIBUTARY_ENGINES__THIRD__TYPE: 'embedded',
      TRIBUTARY_PRIMARY: 'second',
    };
    const configuration = await load({ yaml: 'server:\n  port: 1\n', environment });
    expect(configuration.server).toMatchObject({ port: 8000, allowedHosts: ['b.example'] });
    expect(Object.keys(configuration.engines)).toEqual(['second', 'third']);
  });

  it('reach a name of the file whose letters a variable cannot carry', async () => {
    const { models } = await load({
      yaml: 'models:\n  my-model:\n    type: static\ndefault_model: my-model\n',
      environment: { TRIBUTARY_MODELS__MY_MODEL__TYPE: 'static' },
    });
    expect(Object.keys(models)).toEqual(['my-model', 'static']);
  });

  it('read a secret from a file', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'token');
    await writeFile(file, `${TOKEN}\n`);
    expect((await load({ environment: { TRIBUTARY_SERVER__TOKEN_FILE: file } })).server.token).toBe(TOKEN);
  });

  it('refuse a secret given twice', async () => {
    const environment = { TRIBUTARY_SERVER__TOKEN: TOKEN, TRIBUTARY_SERVER__TOKEN_FILE: '/x' };
    expect((await problemsOf({ environment }))[0]).toBe(
      'TRIBUTARY_SERVER__TOKEN_FILE: given together with TRIBUTARY_SERVER__TOKEN. Keep one of them.',
    );
  });

  it('are refused with the nearest known name when unknown', async () => {
    expect((await problemsOf({ environment: { TRIBUTARY_SERVER_PORT: '1' } }))[0]).toBe(
      'TRIBUTARY_SERVER_PORT: no such setting. Did you mean TRIBUTARY_SERVER__PORT?',
    );
    expect((await problemsOf({ environment: { TRIBUTARY_ENGINES__MAIN__TIPE: 'x' } }))[0]).toContain(
      'Did you mean TRIBUTARY_ENGINES__MAIN__TYPE?',
    );
  });

  it('are named in the complaint about their value, and a secret is not repeated', async () => {
    const [problem] = await problemsOf({ environment: { TRIBUTARY_SERVER__TOKEN: 'hush' } });
    expect(problem).toMatch(/^TRIBUTARY_SERVER__TOKEN: .*Write a text of at least 16 characters/);
    expect(problem).not.toContain('hush');
  });

  it('are named where they alone make a section, which then lacks what the file gives another one', async () => {
    const yaml = 'primary: vectors\nengines:\n  vectors: { type: qdrant, url: http://qdrant:6333 }\n';
    const [problem] = await problemsOf({ yaml, environment: { TRIBUTARY_ENGINES__MAIN__API_KEY: 'a-key-of-some-length' } });
    expect(problem).toMatch(/^engines\.main\.type, a section that only TRIBUTARY_ENGINES__MAIN__API_KEY makes: /);
  });

  it('of tests and of docker/compose.yaml are none of its business', async () => {
    const environment = { TRIBUTARY_TEST_SEED: '1', TRIBUTARY_COMPOSE_SOURCES: '/home/ann/papers', PATH: '/bin' };
    await expect(load({ environment })).resolves.toBeDefined();
  });
});

describe('flags', () => {
  it('win over variables', async () => {
    const overrides = [{ path: ['server', 'port'], value: 0, flag: '--port' }];
    expect((await load({ overrides, environment: { TRIBUTARY_SERVER__PORT: '1' } })).server.port).toBe(0);
  });

  it('are named in the complaint about their value', async () => {
    const overrides = [{ path: ['server', 'port'], value: 'x', flag: '--port' }];
    expect((await problemsOf({ overrides }))[0]).toMatch(/^--port: /);
  });
});

describe('what must fit together', () => {
  it('refuses an address that others can reach without a token', async () => {
    expect((await problemsOf({ environment: { TRIBUTARY_SERVER__HOST: '0.0.0.0' } }))[0]).toContain('server.token: missing');
    await expect(load({ environment: { TRIBUTARY_SERVER__HOST: '0.0.0.0', TRIBUTARY_SERVER__TOKEN: TOKEN } })).resolves.toBeDefined();
  });

  it('refuses a primary engine and a default model that are not configured', async () => {
    const problems = await problemsOf({ environment: { TRIBUTARY_PRIMARY: 'x', TRIBUTARY_DEFAULT_MODEL: 'y' } });
    expect(problems[0]).toBe('TRIBUTARY_PRIMARY: names no configured engine; there are: main. Write a text, for example main.');
    expect(problems[1]).toContain('TRIBUTARY_DEFAULT_MODEL: names no configured model; there are: static.');
  });
});

describe('what goes without saying', () => {
  const qdrant = "team: { type: qdrant, url: 'http://127.0.0.1:6333' }";
  const chroma = "notes: { type: chroma, url: 'http://127.0.0.1:8000' }";

  it.each([
    [`engines:\n  ${qdrant}\n`, 'team', ['team']],
    [`engines:\n  ${qdrant}\n  store: { type: embedded }\n`, 'store', ['team', 'store']],
    [`engines:\n  ${chroma}\n  ${qdrant}\n`, 'team', ['notes', 'team']],
    [`engines:\n  ${chroma}\n`, 'main', ['notes', 'main']],
    ['server:\n', 'main', ['main']],
  ])('chooses the engine that keeps the catalog for %j', async (yaml, chosen, names) => {
    const { engines, primary } = await load({ yaml });
    expect(primary).toBe(chosen);
    expect(Object.keys(engines)).toEqual(names);
    expect(engines[chosen]?.type).not.toBe('chroma');
  });

  it('keeps the shipped model beside those that are named', async () => {
    const { models, defaultModel } = await load({ yaml: 'models:\n  big: { type: ollama }\n' });
    expect(Object.keys(models)).toEqual(['big', 'static']);
    expect(defaultModel).toBe('static');
  });
});

describe('models', () => {
  it('are told apart by their type, with the defaults of each', async () => {
    const yaml = 'models:\n  static: { type: static }\n  minilm: { type: transformers, path: ~/m }\n  big: { type: ollama }\n';
    const { models } = await load({ yaml });
    expect(models['minilm']).toEqual({ type: 'transformers', path: join(homedir(), 'm'), threads: 1 });
    expect(models['big']).toEqual({ type: 'ollama', model: 'mxbai-embed-large', batchSize: 32, timeoutMs: 60_000 });
  });

  it('take the name of a model in the local cache as it is', async () => {
    const { models } = await load({ yaml: 'models:\n  static: { type: static }\n  m: { type: transformers, path: org/model }\n' });
    expect(models['m']).toMatchObject({ path: 'org/model' });
  });

  it('of an unknown type are refused with the types there are', async () => {
    const [problem] = await problemsOf({ yaml: 'models:\n  static: { type: static }\n  m: { type: fastembed }\n' });
    expect(problem).toMatch(/^models\.m\.type in .*Write one of static, transformers, ollama, openai\.$/);
  });

  it('with a setting of another type, or without one they need, are told which, where and what to do', async () => {
    const [foreign] = await problemsOf({ yaml: 'models:\n  static: { type: static }\n  m: { type: ollama, api_key: x }\n' });
    expect(foreign).toMatch(/^models\.m\.api_key in .*: no such setting for this type\. Remove it, or give another type\.$/);
    const [missing] = await problemsOf({ yaml: 'models:\n  static: { type: static }\n  m: { type: openai }\n' });
    expect(missing).toMatch(/^models\.m\.model in .*: is missing\. Write a text\.$/);
  });

  it('without a folder are told to name one', async () => {
    const [problem] = await problemsOf({ yaml: 'models:\n  static: { type: static }\n  m: { type: transformers }\n' });
    expect(problem).toMatch(/^models\.m\.path.*Write a text, for example ~\/models\/all-minilm-l6-v2\.$/);
  });

  it('take a key from a variable or a file, and never repeat it', async () => {
    const yaml = 'models:\n  static: { type: static }\n  m: { type: openai, model: a }\n';
    const environment = { TRIBUTARY_MODELS__M__API_KEY: 'sk-secret', TRIBUTARY_MODELS__M__URL: 'http://me:hush@host/v1' };
    const problems = await problemsOf({ yaml, environment });
    expect(problems).toEqual([expect.stringMatching(/^TRIBUTARY_MODELS__M__URL: holds a password; put it into api_key\./)]);
    expect(problems.join()).not.toMatch(/hush|sk-secret/);
    const { models } = await load({ yaml, environment: { TRIBUTARY_MODELS__M__API_KEY: 'sk-secret' } });
    expect(models['m']).toMatchObject({ apiKey: 'sk-secret' });
  });
});
