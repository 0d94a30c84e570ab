import { SearchRequest, localOwner } from '@tributary/contracts';
import { Catalog, Engines, type RecordStore } from '@tributary/engines-port';
import { Deadline, retryable } from '@tributary/kernel';
import { eventually, replaced } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { Search } from '../search/search.use-case.js';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';

const WORDS = ['amber', 'basalt', 'copper', 'diamond', 'emerald', 'flint', 'granite', 'hematite', 'iron', 'jade'];
const at = (name: string) => ({ key: name, title: name, text: `A report about tides, written for ${name}.` });

describe('a page on which one collection does not hand out its passages in time', () => {
  it('leaves to the cursor what there was no time to read, and blames nobody else', async () => {
    await using bed = await Testbed.open();
    const good = await bed.collection('good', WORDS.map(at));
    const bad = await bed.collection('bad', [at('bad')], { engine: bed.second.engine });
    bed.main.break(good, { kind: 'travels' });
    bed.second.break(bad, { kind: 'hangs' }, ['read']);
    const request = { query: 'report about tides written for bad', limit: 3 };
    // Whoever shares the processor may take this second from the one that answers: then there is another.
    const first = await eventually(async () => {
      const page = await bed.run(request, { deadline: Deadline.in(1000) });
      expect(page.hits.map(({ collection }) => collection)).toEqual(['good', 'good']);
      return page;
    });
    expect(first.coverage.map(({ collection, status }) => [collection, status])).toEqual([
      ['bad', 'timed_out'],
      ['good', 'searched'],
    ]);
    expect(first.notes).toContain('The time was over before the page was full: the cursor goes on with the rest.');
    const next = await bed.run({ ...request, limit: 50, cursor: first.cursor });
    const titles = [...first.hits, ...next.hits].map(({ title }) => title);
    expect(titles.toSorted()).toEqual(WORDS);
    expect(next.cursor).toBeUndefined();
  });

  it('says of surroundings that the time was over, not that their document is being replaced', async () => {
    await using bed = await Testbed.open();
    const good = await bed.collection('good', [at('good')]);
    const bad = await bed.collection('bad', [at('bad')], { engine: bed.second.engine });
    bed.main.break(good, { kind: 'travels' });
    bed.second.break(bad, { kind: 'hangs' }, ['read']);
    await eventually(async () => {
      const answer = await bed.run({ query: 'report about tides', context: 'enhanced' }, { deadline: Deadline.in(1000) });
      expect(answer.hits.map(({ collection }) => collection)).toEqual(['good']);
      expect(answer.notes).toEqual(['1 passage shown without surroundings: the time was over.']);
    });
  });
});

/** A store of records that never answers. */
const never = () => Promise.withResolvers<never>().promise;
const HANGING: Partial<RecordStore> = { get: never, revisions: never, list: never, listRevisions: never };

describe('a later page', () => {
  it('is an error within the deadline while the catalog hangs', async () => {
    await using bed = await Testbed.open();
    await bed.collection('good', WORDS.map(at));
    const { engines, queues, common, clock } = bed;
    const changed: Partial<RecordStore> = {};
    const catalog = new Catalog(replaced(bed.main.engine.records, changed));
    const search = new Search({ engines, queues, common, clock, catalog });
    const request = { query: 'report about tides', limit: 3 };
    const { cursor } = await search.run(SearchRequest.parse({ ...PATIENCE, ...request }), { principal: localOwner });
    Object.assign(changed, HANGING);
    const context = { principal: localOwner, deadline: Deadline.in(200) };
    await expect(search.run(SearchRequest.parse({ ...request, cursor }), context)).rejects.toMatchObject({ code: 'SEARCH.TIMED_OUT' });
  });

  it('is an error that names the engine of the catalog, soon, while that one is down', async () => {
    await using bed = await Testbed.open();
    await bed.collection('good', WORDS.map(at));
    const { queues, common, clock } = bed;
    const changed: Partial<RecordStore> = {};
    const records = replaced(bed.main.engine.records, changed);
    const health = () => Promise.resolve({ name: 'main', kind: 'far', status: 'down' as const, detail: 'Start its server.' });
    const engines = new Engines(replaced(bed.main.engine, { health }));
    const search = new Search({ engines, queues, common, clock, catalog: new Catalog(records) });
    const request = { query: 'report about tides', limit: 3 };
    const { cursor } = await search.run(SearchRequest.parse({ ...PATIENCE, ...request }), { principal: localOwner });
    Object.assign(changed, HANGING);
    // What the catalog may take of this second must leave some for the engine to be asked how it is.
    await eventually(async () => {
      const context = { principal: localOwner, deadline: Deadline.in(1000) };
      const error: unknown = await search.run(SearchRequest.parse({ ...request, cursor }), context).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'ENGINE.UNAVAILABLE' });
      expect(String(error)).toContain('The engine main is down');
      expect(String(error)).toContain('Start its server.');
    });
  });

  it('is an error where all collections are required and one does not hand out its passages', async () => {
    await using bed = await Testbed.open();
    await bed.collection('good', WORDS.slice(0, 5).map(at));
    const bad = await bed.collection('bad', WORDS.slice(5).map(at), { engine: bed.second.engine });
    const request = { query: 'report about tides', limit: 3, require: 'all' as const };
    const { cursor } = await bed.run(request);
    bed.second.break(bad, { kind: 'throws', error: retryable('ENGINE.UNAVAILABLE', 'The engine is away.') }, ['read']);
    await expect(bed.run({ ...request, limit: 50, cursor })).rejects.toMatchObject({ code: 'SEARCH.INCOMPLETE' });
    bed.second.mend();
    await expect(bed.run({ ...request, limit: 50, cursor })).resolves.toMatchObject({ hits: { length: 7 } });
  });
});
