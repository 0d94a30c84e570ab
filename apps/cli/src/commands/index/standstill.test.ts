import { localOwner, type CollectionSummary, type ComponentHealth, type SourceSummary, type StatusAnswer } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { beforeEach, expect, it } from 'vitest';
import { Standstill } from './standstill.js';

const CALL = { principal: localOwner, signal: new AbortController().signal };
const REASON = 'The engine does not answer for this collection; `tributary status` shows the engines.';

class FarOperations extends MemoryOperations {
  isAway = true;
  embedders: ComponentHealth[] = [];
  override async status(): Promise<StatusAnswer> {
    return { ...(await super.status()), embedders: this.embedders };
  }
  override async listCollections(): Promise<CollectionSummary[]> {
    const all = await super.listCollections();
    return all.map((one) => (one.name === 'far' && this.isAway ? { ...one, status: 'failed', status_reason: REASON } : one));
  }
}

let operations: FarOperations;
let seconds: number;
let standstill: Standstill;
beforeEach(async () => {
  operations = new FarOperations();
  for (const collection of ['far', 'near']) await operations.store({ collection, text: 'A text.' });
  seconds = 0;
  standstill = new Standstill({ operations, call: CALL, now: () => seconds * 1000 });
});

const source = (fields: Partial<SourceSummary>): SourceSummary => ({
  id: 'folder',
  kind: 'folder',
  name: 'folder',
  location: 'folder',
  collections: ['far'],
  state: 'idle',
  documents: 0,
  pending: 2,
  failed: 0,
  skipped: {},
  created_at: '2026-11-28T00:00:00Z',
  ...fields,
});
const lookAfter = (moment: number, fields: Partial<SourceSummary> = {}) => {
  seconds = moment;
  return standstill.look([source(fields)]);
};

it('tells once, after ten seconds without a document more, which engine is waited for', async () => {
  expect(await lookAfter(0)).toEqual([]);
  expect(await lookAfter(9)).toEqual([]);
  expect(await lookAfter(10)).toEqual([
    `far: ${REASON}`,
    'What was accepted is safe, and is indexed when that is over; Ctrl-C ends the waiting.',
  ]);
  expect(await lookAfter(30)).toEqual([]);
});

it('tells nothing while documents come, of other collections, and where nothing is pending', async () => {
  await lookAfter(0);
  expect(await lookAfter(11, { documents: 1, pending: 1 })).toEqual([]);
  expect(await lookAfter(20, { documents: 1, pending: 1 })).toEqual([]);
  expect(await lookAfter(40, { documents: 2, pending: 0 })).toEqual([]);
  expect(await lookAfter(60, { documents: 2, pending: 0 })).toEqual([]);
  await lookAfter(61, { collections: ['near'] });
  expect(await lookAfter(80, { collections: ['near'] })).toEqual([]);
});

it('asks again where no engine was the reason yet', async () => {
  operations.isAway = false;
  await lookAfter(0);
  expect(await lookAfter(10)).toEqual([]);
  operations.isAway = true;
  expect(await lookAfter(19)).toEqual([]);
  expect(await lookAfter(20)).toHaveLength(2);
});

it('tells which model is waited for, and of no other that is away', async () => {
  const [collection] = await operations.listCollections();
  const model = { name: collection?.model.name ?? '', kind: 'ollama', status: 'down', detail: 'Nothing listens there. Start it.' } as const;
  operations.embedders = [model, { ...model, name: 'another' }];
  await lookAfter(0, { collections: ['near'] });
  expect(await lookAfter(10, { collections: ['near'] })).toEqual([
    `The model ${model.name}: Nothing listens there. Start it.`,
    'What was accepted is safe, and is indexed when that is over; Ctrl-C ends the waiting.',
  ]);
});

it('tells what a source waits for', async () => {
  const waits = 'No worker reads sources of this kind.';
  await lookAfter(0, { collections: ['near'], waits });
  expect(await lookAfter(10, { collections: ['near'], waits })).toContain(`folder: ${waits}`);
});
