import { describeReranker } from '@tributary/reranking-port/conformance';
import { startRerankServer, type FaultyServer, type RerankDialect } from '@tributary/testing';
import { afterAll, beforeAll, describe } from 'vitest';
import { HttpReranker } from './http-reranker.js';
import { openScoring } from './scoring.fixture.js';

const SERVERS: readonly { readonly dialect: RerankDialect; readonly base: string }[] = [
  { dialect: 'tei', base: '' },
  { dialect: 'cohere', base: '/v2' },
  { dialect: 'jina', base: '/v1/rerank' },
  { dialect: 'vllm', base: '' },
];

describe.each(SERVERS)('in the dialect of $dialect', ({ dialect, base }) => {
  let server: FaultyServer;
  beforeAll(async () => {
    server = await startRerankServer({ dialect, score: openScoring() });
  });
  afterAll(() => server.stop());
  describeReranker('A rerank server', () => new HttpReranker({ name: 'cross', url: server.url + base, model: 'rerank-small' }));
});
