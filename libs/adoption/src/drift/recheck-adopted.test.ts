import { AdoptInput } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Engines } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { permanent, retryable } from '@tributary/kernel';
import { LocalQueues } from '@tributary/messaging-local';
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

/** A recheck with queues of its own, and the jobs it leaves there. */
function recording({ catalog, engines }: Pick<AdoptionBed, 'catalog' | 'engines'>) {
  const queues = LocalQueues.open({ memory: true });
  const labels = async () => (await queues.list({ limit: 10 })).map(({ label }) => label);
  return { recheck: new RecheckAdopted({ catalog, engines, queues }), labels, [Symbol.asyncDispose]: () => queues.close() };
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

it('an engine that refuses keeps nobody from the collections of another one, and is told at the end', async () => {
  const { bed, docs } = await adoptedBed();
  await using _ = bed;
  const denying = new MemoryForeign([]);
  denying.inspect = () => Promise.reject(permanent('ENGINE.DENIED', 'The server refused the API key.', { category: 'denied' }));
  const engines = new Engines(bed.primary, [bed.other, new MemoryEngine({ name: 'denying', foreign: denying })]);
  const record = await bed.catalog.collections.get('docs');
  if (record === undefined) throw new Error('docs is adopted.');
  for (const name of ['secret', 'zoo']) await bed.catalog.collections.change(name, () => ({ set: { ...record, name, engine: 'denying' } }));
  await using recorded = recording({ catalog: bed.catalog, engines });
  bed.foreign.set('docs', { ...docs, vectors: [{ name: 'other', kind: 'dense', dimension: 256, distance: 'cosine' }] });
  const message = 'Adopted collections could not be compared with their cards: secret, zoo. The server refused the API key.';
  await expect(recorded.recheck.run()).rejects.toMatchObject({ code: 'ENGINE.DENIED', category: 'denied', message });
  expect((await bed.catalog.drifts.get('docs'))?.reason).toContain('is gone');
  expect(await recorded.labels()).toEqual(['docs/index-adopted']);
});

it('has nothing to say of a collection whose engine left the configuration', async () => {
  const { bed } = await adoptedBed();
  await using _ = bed;
  await using recorded = recording({ catalog: bed.catalog, engines: new Engines(bed.primary) });
  expect(await recorded.recheck.run()).toBe(0);
  expect(await recorded.labels()).toEqual([]);
});

it('has nothing indexed of what its maker removed, which could only fail', async () => {
  const { bed, docs } = await adoptedBed();
  await using _ = bed;
  await using recorded = recording(bed);
  bed.foreign.set('docs', undefined);
  expect(await recorded.recheck.run()).toBe(1);
  expect(await recorded.labels()).toEqual([]);
  bed.foreign.set('docs', docs);
  expect(await recorded.recheck.run()).toBe(0);
  expect(await recorded.labels()).toEqual(['docs/index-adopted']);
});

it('what was said of a collection is forgotten when it is adopted again, and when it is removed', async () => {
  const { bed, docs, recheck } = await adoptedBed();
  await using _ = bed;
  const drifted = async () => {
    bed.foreign.set('docs', undefined);
    expect(await recheck.run()).toBe(1);
    bed.foreign.set('docs', docs);
    return bed.catalog.drifts.get('docs');
  };
  expect(await drifted()).toBeDefined();
  await bed.adopt.adopt(AdoptInput.parse({ engine: 'other' }));
  expect(await bed.catalog.drifts.get('docs')).toBeUndefined();
  expect(await drifted()).toBeDefined();
  const record = await bed.catalog.collections.get('docs');
  if (record === undefined) throw new Error('docs is adopted.');
  await bed.adopt.release(record);
  expect(await bed.catalog.drifts.get('docs')).toBeUndefined();
});
