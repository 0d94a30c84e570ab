import { SearchRequest, localOwner } from '@tributary/contracts';
import { Catalog } from '@tributary/engines-port';
import { eventually, replaced } from '@tributary/testing';
import { Deadline, permanent, retryable } from '@tributary/kernel';
import { describe, expect, it } from 'vitest';
import { Search } from '../search/search.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const away = () => retryable('ENGINE.UNAVAILABLE', 'The engine is away.');
const at = (name: string) => ({ key: name, title: name, text: `A report about tides, written for ${name}.` });

async function openBed() {
  const bed = await Testbed.open();
  const good = await bed.collection('good', [at('good')]);
  const bad = await bed.collection('bad', [at('bad')]);
  const far = await bed.collection('far', [at('far')], { engine: bed.second.engine });
  return { bed, good, bad, far, [Symbol.asyncDispose]: () => bed[Symbol.asyncDispose]() };
}

const statuses = (answer: Awaited<ReturnType<Testbed['run']>>) =>
  Object.fromEntries(answer.coverage.map(({ collection, status }) => [collection, status]));
const found = (answer: Awaited<ReturnType<Testbed['run']>>) => answer.hits.map(({ collection }) => collection).sort();

const DEADLINE_MS = 1500;

/** Asks within the deadline. Whoever shares the processor may take the time of those that answer: what `check` does not find true then is asked again. */
function inTime(
  { bed }: { readonly bed: Testbed },
  query: string,
  check: (answer: Awaited<ReturnType<Testbed['run']>>) => void,
): Promise<void> {
  return eventually(async () => {
    const answer = await bed.run({ query }, { deadline: Deadline.in(DEADLINE_MS) });
    expect(answer.took_ms).toBeLessThan(DEADLINE_MS);
    check(answer);
  });
}

describe('a collection that goes wrong', () => {
  it('costs its own results only when its engine throws', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, {
      kind: 'throws',
      error: permanent('ENGINE.STORE_DAMAGED', 'The index is damaged.', { category: 'internal' }),
    });
    const answer = await it.bed.run({ query: 'report about tides' });
    expect(found(answer)).toEqual(['far', 'good']);
    expect(answer.coverage.find(({ collection }) => collection === 'bad')).toMatchObject({
      status: 'failed',
      code: 'ENGINE.STORE_DAMAGED',
      reason: 'The index is damaged.',
      lanes: { semantic: { status: 'failed' }, keyword: { status: 'failed' } },
    });
  });

  it.each([
    ['gives up when told to', false],
    ['does not listen', true],
  ])('is timed out within the deadline when it hangs and %s', async (_, isDeaf) => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'hangs', isDeaf });
    await inTime(it, 'report about tides', (answer) => {
      expect(found(answer)).toEqual(['far', 'good']);
      expect(statuses(answer)).toEqual({ good: 'searched', bad: 'timed_out', far: 'searched' });
    });
  });

  it('is reported as incompatible when its engine cannot express the filter', async () => {
    await using it = await openBed();
    it.bed.second.break(it.far, { kind: 'throws', error: permanent('ENGINE.UNSUPPORTED', 'This engine has no values_count.') });
    const answer = await it.bed.run({ query: 'report about tides', filter: { must: [{ key: 'type', match: { value: 'doc' } }] } });
    expect(found(answer)).toEqual(['bad', 'good']);
    expect(statuses(answer)['far']).toBe('incompatible');
  });

  it('costs its own results only when its engine is no longer configured', async () => {
    await using it = await openBed();
    await it.bed.catalog.collections.change('far', (record) => (record ? { set: { ...record, engine: 'gone' } } : { keep: true }));
    const answer = await it.bed.run({ query: 'report about tides' });
    expect(found(answer)).toEqual(['bad', 'good']);
    expect(answer.coverage.find(({ collection }) => collection === 'far')).toMatchObject({ status: 'failed', code: 'ENGINE.UNKNOWN' });
  });

  it.each([
    ['throws', { kind: 'throws', error: away() } as const],
    ['hangs', { kind: 'hangs', isDeaf: true } as const],
  ])('is reported when it nominates and then %s instead of handing out its passages', async (_, fault) => {
    await using it = await openBed();
    it.bed.main.break(it.bad, fault, ['read']);
    await inTime(it, 'report about tides', (answer) => {
      expect(found(answer)).toEqual(['far', 'good']);
      expect(['failed', 'timed_out']).toContain(statuses(answer)['bad']);
    });
  });

  it('lets no passage through unchecked when quoted words cannot be looked for in it', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'throws', error: away() }, ['read']);
    const answer = await it.bed.run({ query: '"report about tides"' });
    expect(found(answer)).toEqual(['far', 'good']);
    expect(statuses(answer)['bad']).toBe('failed');
  });

  it('costs its own results only when it hangs while quoted words are looked for in it', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'hangs' }, ['read']);
    it.bed.second.break(it.far, { kind: 'travels' });
    await inTime(it, '"report about tides"', (answer) => {
      expect(found(answer)).toEqual(['far', 'good']);
      expect(statuses(answer)).toEqual({ good: 'searched', bad: 'timed_out', far: 'searched' });
    });
  });

  it('does not free a sentence of what it cites when its texts cannot be read', async () => {
    await using it = await openBed();
    await it.bed.write('far', { key: 'far', title: 'far', text: 'A report on the weather, and on tides.' });
    for (const name of [it.good, it.bad]) it.bed.main.break(name, { kind: 'throws', error: away() }, ['read']);
    const answer = await it.bed.run({ query: 'who wrote for us that good old "report about tides"' });
    expect(answer.hits).toEqual([]);
    expect(answer.notes.join()).not.toContain('looked for the words instead');
    expect(answer.notes).toContain('Some of what was found could not be read: the coverage says why.');
    expect(statuses(answer)).toEqual({ good: 'failed', bad: 'failed', far: 'searched' });
  });

  it('does not stop the repair of a word when its vocabulary hangs', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'throws', error: away() }, ['suggestWords']);
    const answer = await it.bed.run({ query: 'reprot' });
    expect(answer.notes.join()).toContain('"report"');
    expect(found(answer)).toEqual(['bad', 'far', 'good']);
  });

  it('makes the whole answer an error when all were required', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'throws', error: away() });
    await expect(it.bed.run({ query: 'tides', require: 'all' })).rejects.toMatchObject({
      code: 'SEARCH.INCOMPLETE',
      message: 'Not every selected collection was searched: bad (ENGINE.UNAVAILABLE). Leave out "require" to get what there is.',
    });
    it.bed.main.mend();
    await expect(it.bed.run({ query: 'tides', require: 'all' })).resolves.toMatchObject({ coverage: { length: 3 } });
  });

  it('answers with what there is when everything is away', async () => {
    await using it = await openBed();
    for (const [engine, name] of [
      [it.bed.main, it.good],
      [it.bed.main, it.bad],
      [it.bed.second, it.far],
    ] as const) {
      engine.break(name, { kind: 'throws', error: away() });
    }
    const answer = await it.bed.run({ query: 'tides' });
    expect(answer.hits).toEqual([]);
    expect(Object.values(statuses(answer))).toEqual(['failed', 'failed', 'failed']);
  });
});

describe('an engine that is away', () => {
  it('is left alone for five seconds after three searches, then tried again', async () => {
    await using it = await openBed();
    const { bed, far } = it;
    bed.second.break(far, { kind: 'throws', error: away() });
    for (let search = 0; search < 3; search++) await bed.run({ query: 'tides' });
    const asked = bed.second.calls.length;
    const answer = await bed.run({ query: 'tides' });
    expect(answer.coverage.find(({ collection }) => collection === 'far')).toMatchObject({
      status: 'skipped',
      code: 'ENGINE.CIRCUIT_OPEN',
    });
    expect(bed.second.calls.length).toBe(asked);
    bed.second.mend();
    bed.clock.moveOn(5_001);
    expect(found(await bed.run({ query: 'tides' }))).toEqual(['bad', 'far', 'good']);
  });

  it('is none while it reads a collection into memory: that is said, and it is asked again by every search', async () => {
    await using it = await openBed();
    const { bed, far } = it;
    bed.second.break(far, { kind: 'hangs', shareRead: 0.409 });
    for (let search = 0; search < 4; search++) {
      await eventually(async () => {
        const answer = await bed.run({ query: 'tides' }, { deadline: Deadline.in(600) });
        expect(answer.coverage.find(({ collection }) => collection === 'far')).toMatchObject({
          status: 'timed_out',
          code: 'SEARCH.READING',
          reason: 'still being read into memory (40 %), ask again in a few seconds',
        });
      });
    }
  });

  it('is not given up for one of its collections', async () => {
    await using it = await openBed();
    it.bed.main.break(it.bad, { kind: 'throws', error: away() });
    for (let search = 0; search < 4; search++) await it.bed.run({ query: 'tides' });
    expect(statuses(await it.bed.run({ query: 'tides' }))).toEqual({ good: 'searched', bad: 'failed', far: 'searched' });
  });
});

describe('a model that an embedder holds', () => {
  it('is asked once for all its collections over embed-query, and once only for the same text', async () => {
    await using bed = await Testbed.open();
    await bed.startEmbedder();
    const model = await bed.other.describe();
    for (const name of ['one', 'two']) await bed.collection(name, [at(name)], { model });
    bed.other.asked.length = 0;
    const first = await bed.run({ query: 'report about tides', explain: true });
    await bed.run({ query: 'report about tides' });
    expect(bed.other.asked).toEqual(['report about tides']);
    expect(first.hits).toHaveLength(2);
    expect(first.coverage.every(({ lanes }) => lanes.semantic?.status === 'searched')).toBe(true);
  });

  it('costs its semantic lane when nobody answers for it; words are still found', async () => {
    await using bed = await Testbed.open();
    await bed.collection('other', [at('other')], { model: await bed.other.describe() });
    await bed.collection('static', [at('static')]);
    const answer = await bed.run({ query: 'report about tides' });
    expect(found(answer)).toEqual(['other', 'static']);
    expect(answer.coverage.find(({ collection }) => collection === 'other')).toMatchObject({
      status: 'partial',
      code: 'REQUEST.NO_ANSWERER',
      lanes: { semantic: { status: 'failed' }, keyword: { status: 'searched' } },
    });
  });

  it('is not waited for longer than a quarter of the time', async () => {
    await using bed = await Testbed.open();
    await bed.startEmbedder();
    await bed.collection('other', [at('other')], { model: await bed.other.describe() });
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    bed.other.until = answered;
    await inTime({ bed }, 'report about tides', (late) => {
      expect(late.coverage[0]).toMatchObject({
        status: 'partial',
        lanes: { semantic: { status: 'timed_out' }, keyword: { status: 'searched' } },
      });
      expect(found(late)).toEqual(['other']);
      // Lanes have 60 %, and would have been waited for so long.
      expect(late.took_ms).toBeLessThan(DEADLINE_MS / 2);
    });
    answer(undefined);
  });

  it('is incompatible with a collection made by another revision or dimension', async () => {
    await using bed = await Testbed.open();
    const { revision: _, ...model } = await bed.common.describe();
    await bed.collection('old', [at('old')], { model: { ...model, revision: 'older' } });
    const answer = await bed.run({ query: 'report about tides' });
    expect(answer.coverage[0]).toMatchObject({
      status: 'partial',
      code: 'MODEL.MISMATCH',
      lanes: { semantic: { status: 'incompatible' } },
    });
    expect(found(answer)).toEqual(['old']);
  });
});

describe('a catalog that hangs', () => {
  it('is an error that says so, within the deadline', async () => {
    await using it = await openBed();
    const records = replaced(it.bed.main.engine.records, { listRevisions: () => Promise.withResolvers<never>().promise });
    const { engines, queues, common, clock } = it.bed;
    const search = new Search({ engines, queues, common, clock, catalog: new Catalog(records) });
    const context = { principal: localOwner, deadline: Deadline.in(200) };
    await expect(search.run(SearchRequest.parse({ query: 'tides' }), context)).rejects.toMatchObject({ code: 'SEARCH.TIMED_OUT' });
  });
});
