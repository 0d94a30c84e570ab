import { join } from 'node:path';
import { embedQueryQueue, type CardModel } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Deadline } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { QueryEmbedder } from './query-embedder.js';

const MODEL: CardModel = { name: 'm', revision: '1', dimension: 2, distance: 'cosine', query_prefix: '', document_prefix: '' };

it('keeps the vector of a query, but no zeros, nor one of another length than its collection has', async () => {
  await using folder = await temporaryFolder();
  const queues = LocalQueues.open({ file: join(folder.path, 'jobs.db') });
  const answers = [
    [0, 0],
    [1, 0],
    [1, 0, 0],
  ];
  await queues.consume(embedQueryQueue, () => Promise.resolve({ vectors: answers.splice(0, 1) }), { concurrency: 1 });
  const embedder = new QueryEmbedder({ common: new StaticEmbeddingProvider(), queues });
  const embed = async (model: CardModel) => [...(await embedder.embed('tide', model, { deadline: Deadline.in(5000) }))];
  try {
    expect(await embed(MODEL)).toEqual([0, 0]);
    expect(await embed(MODEL)).toEqual([1, 0]);
    expect(await embed(MODEL)).toEqual([1, 0]);
    // Re-embedded by a model of another dimension whose server tells no revision.
    expect(await embed({ ...MODEL, dimension: 3 })).toEqual([1, 0, 0]);
    expect(answers).toEqual([]);
  } finally {
    await queues.close();
  }
});
