import { expect, it } from 'vitest';
import { loadConfiguration } from './load-configuration.js';
import { settingsAsVariables } from './settings-as-variables.js';

const MODELS = {
  static: { type: 'static' },
  'my-model_2': { type: 'openai', url: 'http://127.0.0.1:1/v1', api_key: 'word', model: 'm', query_prefix: 'query: ', batch_size: 3 },
};
const RERANKERS = { one: { type: 'model', model: 'my-model_2', wait_ms: 50 }, two: { type: 'http', url: 'http://127.0.0.1:2' } };

it('says the chosen settings as they are read again, and no others', async () => {
  const given = await loadConfiguration({
    environment: {
      TRIBUTARY_ENGINES: JSON.stringify({ far: { type: 'qdrant', url: 'http://127.0.0.1:3' } }),
      TRIBUTARY_MODELS: JSON.stringify(MODELS),
      TRIBUTARY_RERANKERS: JSON.stringify(RERANKERS),
      TRIBUTARY_DEFAULT_RERANKER: 'two',
      TRIBUTARY_RERANK_BY_DEFAULT: 'true',
      TRIBUTARY_QUEUES__SEARCH_CONCURRENCY: '7',
      TRIBUTARY_SOURCES__MASK_SECRETS: 'false',
    },
  });
  const paths = [['models'], ['rerankers'], ['defaultReranker'], ['rerankByDefault'], ['queues'], ['sources', 'maskSecrets']];
  const variables = settingsAsVariables(given, [...paths, ['auto', 'maxCollections']]);
  expect(Object.keys(variables)).toEqual([
    'TRIBUTARY_MODELS',
    'TRIBUTARY_RERANKERS',
    'TRIBUTARY_DEFAULT_RERANKER',
    'TRIBUTARY_RERANK_BY_DEFAULT',
    'TRIBUTARY_QUEUES',
    'TRIBUTARY_SOURCES__MASK_SECRETS',
  ]);
  const read = await loadConfiguration({ environment: variables });
  const { models, rerankers, defaultReranker, rerankByDefault, queues } = given;
  expect(read).toMatchObject({ models, rerankers, defaultReranker, rerankByDefault, queues, sources: { maskSecrets: false } });
  expect(read.engines).toEqual({ main: { type: 'embedded' } });
});
