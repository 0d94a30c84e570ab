import { AdoptInput } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { retryable } from '@tributary/kernel';
import { expect, it } from 'vitest';
import { AdoptionBed, memoryCollection, toolCalled } from '../testbed/adoption-bed.fixture.js';
import { RecheckAdopted } from './recheck-adopted.use-case.js';

const model = new StaticEmbeddingProvider();

async function adoptedBed() {
  const docs = await memoryCollection('docs', toolCalled('LangChain on Qdrant'), model);
  const bed = new AdoptionBed([docs]);
  await bed.adopt.adopt(AdoptInput.parse({ engine: 'other' }));
  return { bed, docs, recheck: new RecheckAdopted(bed) };
}

it('finds nothing to say of a collection that fits its card, and has its words brought up to date', async () => {
  const { bed, recheck } = await adoptedBed();
  await using _ = bed;
  expect(await recheck.run()).toBe(0);
  expect(await bed.catalog.drifts.get('docs')).toBeUndefined();
  const jobs = await bed.queues.list({ limit: 10 });
  expect(jobs.map(({ label }) => label)).toContain('docs/index-adopted');
});

it('notes what its maker changed, and forgets it when it fits again', async () => {
  const { bed, docs, recheck } = await adoptedBed();
  await using _ = bed;
  const changes = [
    [{ vectors: [{ name: '', kind: 'dense', dimension: 12, distance: 'cosine' }] }, 'its vectors now have 12 dimensions instead of 256'],
    [{ vectors: [{ name: 'other', kind: 'dense', dimension: 256, distance: 'cosine' }] }, 'is gone'],
    [{ points: docs.points.map((point) => ({ ...point, payload: { elsewhere: 'x' } })) }, 'no text stands at page_content any more'],
  ] as const;
  for (const [change, reason] of changes) {
    bed.foreign.set('docs', { ...docs, ...change });
    expect(await recheck.run()).toBe(1);
    expect((await bed.catalog.drifts.get('docs'))?.reason).toContain(reason);
  }
  bed.foreign.set('docs', undefined);
  expect(await recheck.run()).toBe(1);
  expect((await bed.catalog.drifts.get('docs'))?.reason).toContain('its maker removed docs from other');
  bed.foreign.set('docs', docs);
  expect(await recheck.run()).toBe(0);
  expect(await bed.catalog.drifts.get('docs')).toBeUndefined();
});

it('takes an engine that is away for no drift, and forgets what it said of collections that were removed', async () => {
  const { bed, recheck } = await adoptedBed();
  await using _ = bed;
  bed.foreign.inspect = () => Promise.reject(retryable('ENGINE.UNAVAILABLE', 'away', { category: 'unavailable' }));
  expect(await recheck.run()).toBe(0);
  await bed.catalog.drifts.change('docs', () => ({ set: { name: 'docs', reason: 'once' } }));
  await bed.catalog.collections.change('docs', (present) => (present ? { set: { ...present, removed: true } } : { keep: true }));
  await recheck.run();
  expect(await bed.catalog.drifts.get('docs')).toBeUndefined();
});
