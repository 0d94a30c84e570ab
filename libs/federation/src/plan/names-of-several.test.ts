import { SearchRequest, WhyNotRequest, localOwner, unlistedEngine } from '@tributary/contracts';
import { documentRecordKey } from '@tributary/engines-port';
import { formatWriteToken } from '@tributary/kernel/ids';
import { eventually } from '@tributary/testing';
import { expect, it } from 'vitest';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { awaitWrites } from '../writes/await-writes.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const ALL = ['harbour-code', 'harbour-docs', 'harbourmaster-docs', 'kitchen-docs'];
const AWAY = { engine: 'far', status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: 'nobody answers' } as const;
const NOTE = 'harbour was read as the collections of that name: harbour-code, harbour-docs.';
const QUERY = 'report about tides';

async function openBed(names: readonly string[] = ALL): Promise<Testbed> {
  const bed = await Testbed.open();
  for (const name of names) await bed.collection(name, [{ key: 'tides', title: 'Tides', text: `A report about tides for ${name}.` }]);
  return bed;
}

const searched = ({ coverage }: Awaited<ReturnType<Testbed['run']>>) => coverage.map(({ collection }) => collection);

it('reads a name that no collection has as all collections of the project, and says so', async () => {
  await using bed = await openBed();
  const answer = await bed.run({ query: QUERY, collections: ['harbour'] });
  expect(searched(answer)).toEqual(['harbour-code', 'harbour-docs']);
  expect(answer.notes).toEqual([NOTE]);
  expect(searched(await bed.run({ query: QUERY, collections: ['harbour', 'kitchen-docs'], require: 'all' }))).toEqual([
    'harbour-code',
    'harbour-docs',
    'kitchen-docs',
  ]);
});

it('reads it so where collections are chosen beside it', async () => {
  await using bed = await openBed([...ALL, ...Array.from({ length: 9 }, (_, at) => `other${at.toString()}`)]);
  const { coverage, notes } = await bed.run({ query: 'counted sheep', collections: ['harbour', 'auto'], max_collections: 1 });
  const asked = coverage.filter(({ status }) => status !== 'not_selected').map(({ collection }) => collection);
  expect(asked).toEqual(expect.arrayContaining(['harbour-code', 'harbour-docs']));
  expect(notes).toContain(NOTE);
});

it('leaves a collection that has the name to itself', async () => {
  await using bed = await openBed(['harbour', ...ALL]);
  const answer = await bed.run({ query: QUERY, collections: ['harbour'] });
  expect([searched(answer), answer.notes]).toEqual([['harbour'], []]);
});

it('waits for what was written to a collection of the name', async () => {
  await using bed = await openBed();
  const lamp = { collection: 'harbour-docs', key: 'lamp', doc_id: 'lamp', version: 1, hash: '', accepted_at: 5000 };
  await bed.catalog.documents.change(documentRecordKey('harbour-docs', 'lamp'), () => ({
    set: { ...lamp, state: 'accepted', sequence: 100 },
  }));
  const after = formatWriteToken({ collections: { 'harbour-docs': 100 } });
  const behind = async (...collections: string[]) => {
    const { coverage } = await bed.run({ query: QUERY, collections, after, wait_ms: 20 });
    return coverage.filter(({ code }) => code === 'SEARCH.BEHIND').map(({ collection }) => collection);
  };
  // On a busy machine the catalog may take longer for a look than it is waited for behind the wait.
  await eventually(async () => {
    expect(await behind('harbour')).toEqual(['harbour-docs']);
  });
  expect(await behind('kitchen')).toEqual([]);
});

it('waits for no other collection of the project where one has the name', async () => {
  await using bed = await openBed(['harbour', ...ALL]);
  const lamp = { collection: 'harbour-docs', key: 'lamp', doc_id: 'lamp', version: 1, hash: '', accepted_at: 5000 };
  await bed.catalog.documents.change(documentRecordKey('harbour-docs', 'lamp'), () => ({
    set: { ...lamp, state: 'accepted', sequence: 100 },
  }));
  const after = formatWriteToken({ collections: { 'harbour-docs': 100 } });
  const behind = async (collection: string) => {
    const request = SearchRequest.parse({ query: QUERY, collections: [collection], after, wait_ms: 20 });
    return [...(await awaitWrites(request, { principal: localOwner }, bed.catalog)).keys()];
  };
  expect(await behind('harbour')).toEqual([]);
  expect(await behind('harbour-docs')).toEqual(['harbour-docs']);
});

it('finds by it, in why_not, what the search finds', async () => {
  await using bed = await openBed();
  const verdictOf = async (collection: string) => {
    const request = WhyNotRequest.parse({ ...PATIENCE, query: QUERY, collections: ['harbour'], uri: `tributary://${collection}/tides` });
    return (await new WhyNot(bed).run(request, { principal: localOwner })).verdict;
  };
  expect(await verdictOf('harbour-docs')).toBe('shown');
  expect(await verdictOf('kitchen-docs')).toBe('not_selected');
});

it('tells of no collection that the caller may not read', async () => {
  await using bed = await openBed(['harbour', ...ALL]);
  const some = reader({ collections: ['harbour-docs', 'kitchen-docs'] });
  const answer = await bed.run({ query: QUERY, collections: ['harbour'] }, { principal: some });
  expect(searched(answer)).toEqual(['harbour-docs']);
  expect(JSON.stringify(answer)).not.toMatch(/harbour-code|harbourmaster/);
  const asked = bed.run({ query: QUERY, collections: ['harbour'] }, { principal: reader({ collections: ['kitchen-docs'] }) });
  await expect(asked).rejects.toMatchObject({ message: 'No collection fits harbour. There are: kitchen-docs.' });
});

it('says that an engine which cannot be listed may have a collection of the name', async () => {
  await using bed = await openBed();
  bed.listing = { records: [], unreadable: [{ ...AWAY, name: unlistedEngine('far') }] };
  const { coverage, notes } = await bed.run({ query: QUERY, collections: ['harbour'] });
  expect(coverage.filter(({ status }) => status === 'searched')).toHaveLength(2);
  expect(notes).toContain('Whether there is a collection harbour cannot be told now: far could not be listed.');
});

it('proposes a pattern where several names begin with what was asked for, and names ten collections', async () => {
  await using bed = await openBed(Array.from({ length: 12 }, (_, at) => `harbour-${(at + 10).toString()}`));
  const ten = Array.from({ length: 10 }, (_, at) => `harbour-${(at + 10).toString()}`).join(', ');
  await expect(bed.run({ query: QUERY, collections: ['harbour'] })).rejects.toMatchObject({
    code: 'COLLECTION.NOT_FOUND',
    message: `No collection fits harbour: did you mean harbour-*? There are: ${ten} and 2 more: list_collections names them all.`,
  });
});
