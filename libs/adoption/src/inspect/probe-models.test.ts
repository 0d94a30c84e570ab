import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';

it('tells the vectors of a transformer from those of the static model', { timeout: 120_000 }, async (context) => {
  const folder = findModelFolder();
  if (folder.kind === 'none') return context.skip(folder.reason);
  const minilm = new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path });
  const model = new StaticEmbeddingProvider();
  const written = await memoryCollection('docs', toolCalled('mcp-server-qdrant'), minilm);
  await using bed = new AdoptionBed(
    [{ ...written, vectors: [{ name: 'fast-static', kind: 'dense', dimension: 384, distance: 'cosine' }] }],
    [model, minilm],
  );
  const { card, findings } = await bed.inspect.run(bed.other, 'docs');
  expect(card.model).toMatchObject({ name: 'minilm', dimension: 384 });
  expect(findings.find(({ what }) => what === 'model')).toMatchObject({ value: 'minilm', certainty: 'certain' });
  await minilm.close();
});
