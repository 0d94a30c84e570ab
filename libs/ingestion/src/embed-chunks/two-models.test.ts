import { EmbeddingProviders } from '@tributary/embedding-port';
import { physicalName } from '@tributary/engines-port';
import { permanent, retryable } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { CountingProvider, Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
let accept: AcceptDocuments;
const other = new CountingProvider('other');
const note = (id: string, content: string) => ({ v: 1 as const, collection: 'notes', id, version: 1, content });

beforeEach(async () => {
  other.refuse = () => undefined;
  bed = await Testbed.open();
  await bed.start({ providers: new EmbeddingProviders(bed.provider, [other]) });
  accept = new AcceptDocuments(bed.collaborators);
  await accept.run([note('first', 'The first note.')]);
  await bed.idle();
  await buildBeside();
});
afterEach(() => bed.close());

/** A second generation that takes writes, by the other model. */
async function buildBeside(): Promise<void> {
  const record = await bed.catalog.collections.get('notes');
  if (record === undefined) throw new Error('no collection');
  const card = { ...record.card, model: await other.describe() };
  await bed.engine.createCollection(physicalName('notes', 2), card);
  const place = { generation: 2, engine: 'main', card };
  await bed.catalog.collections.change('notes', () => ({ set: { ...record, building: [2], places: [place] } }));
}

async function generation(number: number): Promise<readonly unknown[]> {
  const { points } = await bed.engine.scroll({ collection: physicalName('notes', number), limit: 100 });
  return points.map(({ payload, vector }) => [payload.content, vector !== undefined]).sort();
}

const isBehind = async () => (await bed.catalog.collections.get('notes'))?.places?.[0]?.behind === true;

it('writes each generation with the vectors of its own model', async () => {
  await accept.run([note('second', 'The second note.')]);
  await bed.idle();
  expect(await generation(1)).toEqual([
    ['The first note.', true],
    ['The second note.', true],
  ]);
  expect(await generation(2)).toEqual([['The second note.', true]]);
  expect(await isBehind()).toBe(false);
});

it.each([
  ['is away', retryable('EMBEDDER.UNAVAILABLE', 'Away.')],
  ['is broken for good', permanent('EMBEDDER.DENIED', 'No.')],
])('does not let a model that is only being built with hold up writes when it %s', async (_, error) => {
  other.refuse = () => error;
  await accept.run([note('second', 'The second note.')]);
  await bed.idle();
  expect(await generation(1)).toHaveLength(2);
  expect(await generation(2)).toEqual([]);
  expect(await isBehind()).toBe(true);
});

it('takes writes without vectors where the old model is gone and the new generation is being built', async () => {
  bed.provider.revision = 'another';
  await bed.stop();
  await bed.start({ providers: new EmbeddingProviders(bed.provider, [other]) });
  await accept.run([note('second', 'The second note.')]);
  await bed.idle();
  expect(await generation(1)).toEqual([
    ['The first note.', true],
    ['The second note.', false],
  ]);
  expect(await generation(2)).toEqual([['The second note.', true]]);
});
