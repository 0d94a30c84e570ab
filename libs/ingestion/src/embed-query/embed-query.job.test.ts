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
  });

it('embeds by the revision a collection was made with, and by any where it is not told', async () => {
  const { revision = '' } = await provider.describe();
  for (const wanted of [revision, undefined]) expect((await handle(wanted)).vectors).toHaveLength(1);
});

it('refuses when the model is another revision now, though its vectors are as long', async () => {
  provider.texts.length = 0;
  await expect(handle('older')).rejects.toMatchObject({ code: 'MODEL.MISMATCH', retryable: false });
  expect(provider.texts).toEqual([]);
});
