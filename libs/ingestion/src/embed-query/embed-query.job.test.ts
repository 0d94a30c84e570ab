import { EmbeddingProviders } from '@tributary/embedding-port';
import { expect, it } from 'vitest';
import { CountingProvider } from '../testbed/testbed.fixture.js';
import { EmbedQueryJob } from './embed-query.job.js';

const provider = new CountingProvider('minilm');
const job = new EmbedQueryJob({ providers: new EmbeddingProviders(provider) });
const handle = (revision?: string, kind: 'query' | 'document' = 'query') =>
  job.handle({
    id: '1',
    data: { model: 'minilm', texts: ['rotate key'], kind, ...(revision === undefined ? {} : { revision }) },
    signal: new AbortController().signal,
    log: () => undefined,
    progress: () => undefined,
    attempt: 1,
    failures: 0,
    isBlamed: false,
    priority: 10,
  });

it('embeds by the revision a collection was made with, by any where it is not told, and says by which', async () => {
  const { revision = '' } = await provider.describe();
  for (const wanted of [revision, undefined]) {
    const answer = await handle(wanted);
    expect(answer.vectors).toHaveLength(1);
    expect(answer.revision).toBe(revision);
  }
});

it('refuses when the model is another revision now, though its vectors are as long', async () => {
  provider.texts.length = 0;
  await expect(handle('older')).rejects.toMatchObject({ code: 'MODEL.MISMATCH', retryable: false });
  expect(provider.texts).toEqual([]);
});

it('lets queries and passages that are reranked go before documents, since a search waits for them', async () => {
  provider.calls.length = 0;
  for (const kind of ['query', 'document'] as const) await handle(undefined, kind);
  expect(provider.calls).toMatchObject([
    { kind: 'query', isUrgent: true },
    { kind: 'document', isUrgent: true },
  ]);
});
