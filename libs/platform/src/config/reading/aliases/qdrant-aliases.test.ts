import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@tributary/kernel';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../load-configuration.js';

const URL_SET = { QDRANT_URL: 'http://127.0.0.1:6333' };

async function load(
  environment: Readonly<Record<string, string>>,
  { yaml, dialects = ['qdrant'] }: { yaml?: string; dialects?: string[] } = {},
) {
  await using folder = await temporaryFolder();
  const file = yaml === undefined ? undefined : join(folder.path, 'tributary.yaml');
  if (file !== undefined) await writeFile(file, yaml ?? '');
  let acting: readonly string[] = [];
  const configuration = await loadConfiguration({ file, environment, dialects, onAliases: (variables) => (acting = variables) });
  return { ...configuration, acting, qdrant: configuration.dialects.qdrant };
}

async function problemsOf(...args: Parameters<typeof load>): Promise<readonly string[]> {
  const failure: unknown = await load(...args).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!hasCode(failure, 'CONFIG.INVALID')) throw new Error('The configuration was accepted.');
  return failure.message.split('\n');
}

describe('QDRANT_URL', () => {
  it('registers that engine as the primary one, with QDRANT_API_KEY', async () => {
    const { engines, primary, acting } = await load({ ...URL_SET, QDRANT_API_KEY: 'key' });
    expect(engines).toMatchObject({ qdrant: { type: 'qdrant', url: 'http://127.0.0.1:6333', apiKey: 'key' } });
    expect(Object.keys(engines)).toEqual(['qdrant']);
    expect(primary).toBe('qdrant');
    expect(acting).toEqual(['QDRANT_URL', 'QDRANT_API_KEY']);
  });

  it('means the engine that is configured there already', async () => {
    const yaml = "engines:\n  main: { type: embedded }\n  team: { type: qdrant, url: 'http://127.0.0.1:6333/', instance: two }\n";
    const { engines, primary } = await load({ ...URL_SET, QDRANT_API_KEY: 'key' }, { yaml });
    expect(Object.keys(engines)).toEqual(['main', 'team']);
    expect(engines['team']).toMatchObject({ instance: 'two', apiKey: 'key' });
    expect(primary).toBe('team');
  });

  it('takes a free name beside another engine called qdrant', async () => {
    const { engines, primary } = await load(URL_SET, { yaml: "engines:\n  qdrant: { type: qdrant, url: 'http://far:6333' }\n" });
    expect(Object.keys(engines)).toEqual(['qdrant', 'qdrant-2']);
    expect(primary).toBe('qdrant-2');
  });

  it('acts only in a process that serves the dialect, and not where it is empty', async () => {
    expect((await load(URL_SET, { dialects: ['notes'] })).acting).toEqual([]);
    expect(await load({ QDRANT_URL: ' ', QDRANT_API_KEY: 'key' })).toMatchObject({ acting: [], primary: 'main' });
  });

  it('is named in the complaint about it, and loses to a variable of ours', async () => {
    expect((await problemsOf({ QDRANT_URL: 'localhost' }))[0]).toMatch(/^QDRANT_URL: not an address of a Qdrant server\./);
    const both = await load({ ...URL_SET, TRIBUTARY_ENGINES__QDRANT__URL: 'http://other:6333' });
    expect(both.engines['qdrant']).toMatchObject({ url: 'http://other:6333' });
  });
});

describe('QDRANT_LOCAL_PATH', () => {
  it('is the data folder of an embedded store', async () => {
    await using folder = await temporaryFolder();
    const { data, engines, primary, acting } = await load({ QDRANT_LOCAL_PATH: folder.path });
    expect({ data, engines, primary, acting }).toEqual({
      data: { folder: folder.path },
      engines: { main: { type: 'embedded' } },
      primary: 'main',
      acting: ['QDRANT_LOCAL_PATH'],
    });
  });

  it('is refused together with QDRANT_URL', async () => {
    expect(await problemsOf({ ...URL_SET, QDRANT_LOCAL_PATH: '/nowhere' })).toEqual([
      'QDRANT_LOCAL_PATH: given together with QDRANT_URL. Keep the one whose data you mean.',
    ]);
  });

  it('is refused where the Python client keeps a store of its own, with how to export it', async () => {
    await using folder = await temporaryFolder();
    const byMeta = join(folder.path, 'meta');
    await mkdir(byMeta);
    await writeFile(join(byMeta, 'meta.json'), '{"collections": {"memories": {}}, "aliases": {}}');
    const byStorage = join(folder.path, 'storage');
    await mkdir(join(byStorage, 'collection', 'memories'), { recursive: true });
    await writeFile(join(byStorage, 'collection', 'memories', 'storage.sqlite'), '');
    for (const path of [byMeta, byStorage]) {
      expect(await problemsOf({ QDRANT_LOCAL_PATH: path })).toEqual([
        `QDRANT_LOCAL_PATH: ${path} holds a local store of the Python library qdrant-client, which no other program reads. Export it with the script in docs/migrating.md (From mcp-server-qdrant), bring it in with "tributary import", and name an empty folder here.`,
      ]);
    }
  });
});

describe('EMBEDDING_PROVIDER and EMBEDDING_MODEL', () => {
  it('mean for fastembed a transformers model, and name the vector of new collections after it', async () => {
    const fastembed = { EMBEDDING_PROVIDER: 'fastembed', EMBEDDING_MODEL: 'BAAI/bge-small-en-v1.5' };
    const { models, defaultModel, qdrant, acting } = await load(fastembed);
    expect(models['bge-small-en-v1-5']).toMatchObject({ type: 'transformers', path: 'BAAI/bge-small-en-v1.5' });
    expect(defaultModel).toBe('bge-small-en-v1-5');
    expect(qdrant).toMatchObject({ model: 'bge-small-en-v1-5', vectorName: 'fast-bge-small-en-v1.5' });
    expect(acting).toEqual(['EMBEDDING_PROVIDER', 'EMBEDDING_MODEL']);
  });

  it('have the defaults of mcp-server-qdrant once one of them is set', async () => {
    const byProvider = await load({ EMBEDDING_PROVIDER: 'fastembed' });
    expect(byProvider.models['all-minilm-l6-v2']).toMatchObject({ type: 'transformers', path: 'sentence-transformers/all-MiniLM-L6-v2' });
    expect(byProvider.qdrant.vectorName).toBe('fast-all-minilm-l6-v2');
    expect((await load({ EMBEDDING_MODEL: '/models/e5' })).qdrant).toMatchObject({ model: 'e5', vectorName: 'fast-e5' });
    expect(await load({})).toMatchObject({ defaultModel: 'static', qdrant: {}, acting: [] });
  });

  it('take a model that is configured under that name as it is', async () => {
    const yaml = 'models:\n  all-minilm-l6-v2: { type: transformers, path: /models/minilm }\n';
    const { models, defaultModel } = await load({ EMBEDDING_PROVIDER: 'fastembed' }, { yaml });
    expect(models['all-minilm-l6-v2']).toMatchObject({ path: '/models/minilm' });
    expect(defaultModel).toBe('all-minilm-l6-v2');
  });

  it('know the other kinds of models, whose vectors keep our name', async () => {
    const ollama = await load({ EMBEDDING_PROVIDER: 'ollama', EMBEDDING_MODEL: 'nomic-embed-text' });
    expect(ollama.models['nomic-embed-text']).toMatchObject({ type: 'ollama', model: 'nomic-embed-text' });
    expect(ollama.qdrant.vectorName).toBeUndefined();
    expect(await problemsOf({ EMBEDDING_PROVIDER: 'gemini', EMBEDDING_MODEL: 'x' })).toEqual([
      'EMBEDDING_PROVIDER: no provider is called gemini. Write one of fastembed, transformers, ollama, openai, static.',
    ]);
  });
});

describe('the variables of the tools', () => {
  it('stand for settings of the dialect [000-17] [000-20] [000-21]', async () => {
    const environment = {
      COLLECTION_NAME: 'memories',
      QDRANT_FIND_MODE: 'full',
      QDRANT_SEARCH_LIMIT: '5',
      QDRANT_MULTI_COLLECTION_LIMIT_MULTIPLIER: '2',
      QDRANT_PRIORITY_STRATEGY: 'medium',
      QDRANT_COLLECTION_PRIORITY_ORDER: 'a, b',
      QDRANT_READ_ONLY: '1',
      QDRANT_ALLOW_ARBITRARY_FILTER: 'False',
      TOOL_STORE_DESCRIPTION: 'Write it down.',
      TOOL_FIND_DESCRIPTION: 'Look it up.',
      RERANKER_TOP_K: '4',
    };
    const { qdrant, acting } = await load(environment);
    expect(qdrant).toEqual({
      collection: 'memories',
      findMode: 'full',
      limit: 5,
      multiCollectionLimitMultiplier: 2,
      priorityStrategy: 'medium',
      collectionPriorityOrder: ['a', 'b'],
      readOnly: true,
      allowArbitraryFilter: false,
      storeDescription: 'Write it down.',
      findDescription: 'Look it up.',
      rerankerTopK: 4,
    });
    expect(acting.toSorted()).toEqual(Object.keys(environment).toSorted());
  });

  it('take a priority order as JSON, too', async () => {
    expect((await load({ QDRANT_COLLECTION_PRIORITY_ORDER: '["b","a"]' })).qdrant.collectionPriorityOrder).toEqual(['b', 'a']);
  });

  it('complain about themselves', async () => {
    expect((await problemsOf({ QDRANT_SEARCH_LIMIT: 'many' }))[0]).toMatch(
      /^QDRANT_SEARCH_LIMIT: expected number, received string\. Write a whole number/,
    );
    expect((await problemsOf({ QDRANT_READ_ONLY: 'perhaps' }))[0]).toMatch(/^QDRANT_READ_ONLY: /);
    expect((await problemsOf({ QDRANT_FIND_MODE: 'short' }))[0]).toMatch(/^QDRANT_FIND_MODE: .*Write one of minimal, full/);
    expect((await problemsOf({ QDRANT_COLLECTION_PRIORITY_ORDER: '["a"' }))[0]).toMatch(/^QDRANT_COLLECTION_PRIORITY_ORDER: /);
  });

  it('name a reranker', async () => {
    const { rerankers, defaultReranker, acting } = await load({ RERANKER_URL: 'http://127.0.0.1:8080', RERANKER_API_KEY: 'key' });
    expect(rerankers).toMatchObject({ http: { type: 'http', url: 'http://127.0.0.1:8080', apiKey: 'key' } });
    expect(defaultReranker).toBe('http');
    expect(acting).toEqual(['RERANKER_URL', 'RERANKER_API_KEY']);
    expect((await load({ RERANKER_API_KEY: 'key' })).acting).toEqual([]);
  });
});
