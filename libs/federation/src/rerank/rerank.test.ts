import { Deadline } from '@tributary/kernel';
import { ModelReranker } from '@tributary/reranking-model';
import type { Reranker } from '@tributary/reranking-port';
import { eventually, replaced } from '@tributary/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, reader } from '../testbed/testbed.fixture.js';
import { RerankBed } from './rerank-bed.fixture.js';

const QUERY = 'tide tables of the harbour';
/** The judge looks at words and meaning, the reranker counts the stars. */
const NOTES = [
  { key: 'a', title: 'a', text: 'The tide tables of the harbour are printed each year. *' },
  { key: 'b', title: 'b', text: 'Tide tables are kept in the harbour office. ***' },
  { key: 'c', title: 'c', text: 'The harbour master reads the tide. **' },
  { key: 'd', title: 'd', text: 'A harbour needs a wall. *****' },
  { key: 'e', title: 'e', text: 'Tables made of oak last long. ****' },
];
const stars = (_: string, texts: readonly string[]) => texts.map((text) => text.split('*').length);

const holding = (text: string): unknown => expect.arrayContaining([text]);
const titles = ({ hits }: { readonly hits: readonly { readonly title: string }[] }) => hits.map(({ title }) => title).join('');

describe('a search that is reranked', () => {
  let it3: RerankBed;
  /** The judge’s order. */
  let judged: string;
  beforeAll(async () => {
    it3 = await RerankBed.open(stars);
    await it3.bed.collection('notes', NOTES);
    judged = titles(await it3.searching().run({ query: QUERY, rerank: false }));
  });
  it('would stand in another order without', () => {
    expect(judged).toMatch(/^[ab]{2}/);
  });

  afterEach(() => {
    it3.server.mend();
    it3.server.requests.length = 0;
  });
  afterAll(() => it3[Symbol.asyncDispose]());

  it('takes the order of the reranker, and keeps the relevance of the judge', async () => {
    const { run } = it3.searching();
    const [plain, reranked] = [await run({ query: QUERY, rerank: false }), await run({ query: QUERY })];
    expect(titles(reranked)).toBe('debca');
    const relevance = (answer: typeof plain) => Object.fromEntries(answer.hits.map((hit) => [hit.title, hit.relevance]));
    expect(relevance(reranked)).toEqual(relevance(plain));
    expect([plain.reranked, reranked.reranked]).toEqual([undefined, { by: 'cross', documents: 5, scored: 5 }]);
    expect(reranked.notes).toEqual(plain.notes);
  });

  it('is asked for by the request, or by the setting where the request does not say', async () => {
    const byDefault = it3.searching({ byDefault: true });
    expect(titles(await byDefault.run({ query: QUERY, rerank: undefined }))).toBe('debca');
    expect(titles(await byDefault.run({ query: QUERY, rerank: false }))).toBe(judged);
    expect(titles(await it3.searching().run({ query: QUERY, rerank: undefined }))).toBe(judged);
    expect(it3.asked).toBe(1);
  });

  it('mixes both judgments by the weight', async () => {
    expect(titles(await it3.searching({ weight: 0 }).run({ query: QUERY }))).toBe(judged);
    const half = titles(await it3.searching({ weight: 1 }).run({ query: QUERY }));
    expect([judged, 'debca']).not.toContain(half);
  });

  it('sends the passages that are left, no others, and each with its title', async () => {
    const { run } = it3.searching();
    await run({ query: QUERY, filter: { must_not: [{ key: 'title', match: { value: 'd' } }] }, min_relevance: 0.05 });
    const [request] = it3.server.requests;
    expect(request?.body).toMatchObject({ query: QUERY, texts: holding(`a\n${NOTES[0]?.text ?? ''}`) });
    expect(JSON.stringify(request?.body)).not.toContain('needs a wall');
  });

  it('goes on in the same order on the pages that follow, without asking again', async () => {
    const { run } = it3.searching();
    const first = await run({ query: QUERY, limit: 2 });
    const second = await run({ query: QUERY, limit: 3, cursor: first.cursor });
    expect(titles(first) + titles(second)).toBe('debca');
    expect(it3.asked).toBe(1);
    await expect(run({ query: QUERY, rerank: false, cursor: first.cursor })).rejects.toMatchObject({ code: 'CURSOR.INVALID' });
  });

  it('says in the explanation what the reranker did', async () => {
    const { hits } = await it3.searching().run({ query: QUERY, explain: true });
    const steps = hits.map(({ explanation }) => explanation?.steps.find(({ step }) => step === 'rerank')?.effect);
    expect(steps[0]).toBe(`cross scored it 6.00, which moved it from ${(judged.indexOf('d') + 1).toString()} to 1`);
    expect(hits[0]?.explanation?.steps.map(({ step }) => step)).toEqual(['judge', 'rerank', 'refine']);
  });

  it('is named by why-not where it moved a document out of sight', async () => {
    const { whyNot } = it3.searching();
    expect(await whyNot({ query: QUERY, limit: 2, uri: 'tributary://notes/a' })).toMatchObject({
      verdict: 'reranked_low',
      explanation: [
        `The reranker cross moved it from place ${(judged.indexOf('a') + 1).toString()} to 5: leave rerank out to see it, or raise limit.`,
      ],
    });
    expect(await whyNot({ query: QUERY, limit: 2, uri: 'tributary://notes/c' })).toMatchObject({ verdict: 'judged_low' });
  });

  it.each([
    { what: 'is late', fault: { kind: 'hang' }, code: 'SEARCH.LATE', waitMs: 300 },
    { what: 'fails', fault: { kind: 'status', status: 500 }, code: 'RERANKER.UNAVAILABLE' },
    { what: 'has too much to do', fault: { kind: 'status', status: 429 }, code: 'RERANKER.RATE_LIMITED' },
    { what: 'answers no JSON', fault: { kind: 'html' }, code: 'RERANKER.ANSWER_INVALID' },
    { what: 'answers too few scores', fault: { kind: 'count' }, code: 'RERANKER.ANSWER_INVALID' },
    { what: 'answers a number that is none', fault: { kind: 'nan', text: 'oak' }, code: 'RERANKER.ANSWER_INVALID' },
    { what: 'cuts the connection', fault: { kind: 'cut' }, code: 'RERANKER.UNAVAILABLE' },
  ] as const)('keeps the judge’s order and says so when the reranker $what', async ({ fault, code, ...settings }) => {
    it3.server.break(fault);
    const answer = await it3.searching(settings).run({ query: QUERY });
    expect(titles(answer)).toBe(judged);
    const [note = ''] = answer.notes;
    expect(note).toMatch(code === 'SEARCH.LATE' ? /did not answer within \d+ ms/ : `failed (${code})`);
    expect(note).toContain('the order is the judge’s');
    expect(answer.reranked).toEqual({ by: 'cross', documents: 5, scored: 0, code, reason: note });
    // Neither the wait nor the deadline was used up.
    expect(answer.took_ms).toBeLessThan(PATIENCE.deadline_ms / 2);
  });

  it('leaves a reranker alone that failed three times, and asks it again after five seconds', async () => {
    const { run } = it3.searching();
    it3.server.break({ kind: 'status', status: 503 });
    for (let i = 0; i < 3; i++) await run({ query: QUERY });
    it3.server.requests.length = 0;
    it3.server.mend();
    const resting = await run({ query: QUERY });
    expect(resting.notes.join()).toContain('is left alone for a few seconds');
    expect([titles(resting), it3.asked]).toEqual([judged, 0]);
    expect(resting.reranked).toMatchObject({ scored: 0, code: 'RERANKER.CIRCUIT_OPEN' });
    it3.bed.clock.moveOn(5001);
    expect(titles(await run({ query: QUERY }))).toBe('debca');
  });

  it('is left out where no time is left, and takes no more than there is', async () => {
    const searching = () => it3.searching({ waitMs: 10_000 });
    // On a busy machine the lanes may be too late for there to be anything to rerank.
    await eventually(async () => {
      const answer = await searching().run({ query: QUERY }, { deadline: Deadline.in(45) });
      expect([answer.notes.join(), it3.asked]).toEqual([expect.stringContaining('No time was left to rerank'), 0]);
      expect(answer.reranked).toMatchObject({ scored: 0, code: 'SEARCH.LATE' });
    });
    it3.server.break({ kind: 'hang' });
    await eventually(async () => {
      // With circuits of its own: one that is left alone takes no time either.
      const late = await searching().run({ query: QUERY }, { deadline: Deadline.in(1_000) });
      expect(late.took_ms).toBeLessThan(1_000);
      expect(late.notes.join()).toContain('did not answer within');
      expect(titles(late)).toBe(judged);
    });
  });

  it('does not count a short wait against the reranker', async () => {
    const { run } = it3.searching({ waitMs: 60 });
    it3.server.break({ kind: 'hang' });
    for (let i = 0; i < 4; i++) expect((await run({ query: QUERY })).notes.join()).toContain('did not answer within');
  });

  it('ends with the caller', async () => {
    it3.server.break({ kind: 'hang' });
    const { run } = it3.searching({ waitMs: 5000 });
    const signal = AbortSignal.timeout(250);
    await expect(run({ query: QUERY }, { signal, deadline: Deadline.in(20_000) })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

it('never sends a passage that the caller may not read', async () => {
  await using it3 = await RerankBed.open(stars);
  await it3.bed.collection(
    'notes',
    NOTES.map((note) => (note.key === 'd' ? { ...note, acl: ['group:crew'] } : note)),
  );
  const { run } = it3.searching();
  await run({ query: QUERY }, { principal: reader() });
  await run({ query: QUERY }, { principal: reader({ groups: ['crew'] }) });
  const sent = it3.server.requests.map(({ body }) => JSON.stringify(body).includes('needs a wall'));
  expect(sent).toEqual([false, true]);
});

describe('what belongs together', () => {
  it('moves the passages of a document together, and no more of them than wanted are shown', async () => {
    await using it3 = await RerankBed.open(stars);
    const long = (mark: string) =>
      ['# One', `The harbour tide tables. ${mark}`, '# Two', 'Tide of the harbour, tables of the harbour.'].join('\n\n');
    await it3.bed.collection('notes', [
      { key: 'x', title: 'x', text: long('*') },
      { key: 'y', title: 'y', text: long('****') },
    ]);
    const { run } = it3.searching();
    const plain = await run({ query: QUERY, rerank: false });
    const both = await run({ query: QUERY });
    expect(both.hits.length).toBe(plain.hits.length);
    expect(both.hits[0]?.uri).toContain('/y');
    expect(titles(await run({ query: QUERY, per_document: 1 }))).toBe('yx');
    expect(titles(await run({ query: QUERY, context: 'full_note' }))).toBe('yx');
  });

  it('sends a text that stands in two collections once, and shows both addresses', async () => {
    await using it3 = await RerankBed.open(stars);
    await it3.bed.collection('one', NOTES);
    await it3.bed.collection('two', NOTES.slice(1, 2));
    const answer = await it3.searching().run({ query: QUERY });
    expect(titles(answer)).toBe('debca');
    expect(answer.hits[2]?.also_in).toHaveLength(1);
    const [request] = it3.server.requests;
    expect(JSON.stringify(request?.body).split('harbour office')).toHaveLength(2);
  });

  it('sends what lies in several collections in the order of the judge: what it gets to is the beginning of the head', async () => {
    await using it3 = await RerankBed.open(stars);
    await it3.bed.collection(
      'one',
      [0, 2, 4].flatMap((at) => NOTES[at] ?? []),
    );
    await it3.bed.collection(
      'two',
      [1, 3].flatMap((at) => NOTES[at] ?? []),
    );
    const sent: string[] = [];
    const reranker = replaced(it3.reranker, {
      rerank: (request, options) => {
        sent.push(...request.texts.map((text) => text.charAt(0)));
        return it3.reranker.rerank(request, options);
      },
    });
    const { run } = it3.searching({ reranker });
    const judged = titles(await run({ query: QUERY, rerank: false }));
    await run({ query: QUERY });
    expect(sent.join('')).toBe(judged);
  });

  it('lets collections of two engines exchange places, and diversity act on the new order', async () => {
    await using it3 = await RerankBed.open(stars);
    await it3.bed.collection('near', NOTES.slice(0, 2));
    await it3.bed.collection('far', NOTES.slice(2), { engine: it3.bed.second.engine });
    const { run } = it3.searching();
    expect(titles(await run({ query: QUERY }))).toBe('debca');
    expect(titles(await run({ query: QUERY, diversity: 0.3 })).startsWith('d')).toBe(true);
  });

  it('asks about the passages of one engine though another hands out none', async () => {
    await using it3 = await RerankBed.open(stars);
    const { bed } = it3;
    await bed.collection('near', NOTES.slice(0, 3));
    await bed.collection('stuck', NOTES.slice(3), { engine: bed.second.engine });
    bed.second.break('stuck__g1', { kind: 'hangs' }, ['read']);
    await eventually(async () => {
      const answer = await it3.searching({ waitMs: 1_000 }).run({ query: QUERY, deadline_ms: 3_000 });
      expect(titles(answer)).toBe('bca');
      expect(answer.notes.join()).toContain('The reranker cross scored 3 of 5 documents');
      expect(answer.reranked).toMatchObject({ by: 'cross', documents: 5, scored: 3 });
    });
  });

  it('asks about passages that were looked at already without reading them again', async () => {
    await using it3 = await RerankBed.open(stars);
    const { bed } = it3;
    await bed.collection('near', NOTES);
    bed.main.calls.length = 0;
    const { reranked } = await it3.searching().run({ query: QUERY });
    expect(reranked).toMatchObject({ by: 'cross', documents: 5, scored: 5 });
    // Once to look closely, once for the page.
    expect(bed.main.calls.filter((call) => call === 'read')).toHaveLength(2);
  });
});

describe('a reranker after slow lanes', () => {
  let it3: RerankBed;
  beforeEach(async () => {
    it3 = await RerankBed.open(stars);
    const { bed } = it3;
    await bed.collection('near', NOTES.slice(0, 3));
    await bed.collection('stuck', NOTES.slice(3), { engine: bed.second.engine });
    bed.second.break('stuck__g1', { kind: 'hangs' }, ['nominate']);
  });
  afterEach(() => it3[Symbol.asyncDispose]());

  it('has its wait less what they took, but half of it', async () => {
    await eventually(async () => {
      const { run, given } = it3.timing({ waitMs: 500 });
      expect(titles(await run({ query: QUERY, deadline_ms: 2000 }))).toBe('bca');
      // More than what is the least of any wait.
      expect(given[0]).toBeGreaterThan(100);
      expect(given[0]).toBeLessThanOrEqual(250);
    });
  });

  it('has no less than it takes to be worth asking', async () => {
    await eventually(async () => {
      const { run, given } = it3.timing({ waitMs: 40 });
      await run({ query: QUERY, deadline_ms: 400 });
      // Half of it, less what is kept back, would be 10.
      expect(given[0]).toBeGreaterThan(10);
    });
  });
});

describe('a reranker by an embedding model', () => {
  it('scores a hundred documents as far as its time goes, where a cross-encoder scores fifty', async () => {
    await using it3 = await RerankBed.open(stars);
    const { bed } = it3;
    await bed.startEmbedder();
    const pages = Array.from({ length: 120 }, (_, n) => ({
      key: n.toString(),
      title: `page ${n.toString()}`,
      text: `The lamp of room ${n.toString()}.`,
    }));
    await bed.collection('many', pages);
    const byOther = new ModelReranker({ name: 'by-other', model: 'other', queues: bed.queues });
    const slow = replaced(byOther, { rerank: ({ texts }) => Promise.resolve(texts.map((_, at) => (at < 60 ? 1 : undefined))) });
    const scoredBy = async (reranker: Reranker) => {
      const { run } = it3.searching({ reranker });
      const { hits, reranked } = await run({ query: 'the lamp of a room', limit: 100, explain: true });
      const steps = hits.flatMap(({ explanation }) => explanation?.steps.filter(({ step }) => step === 'rerank') ?? []);
      return [steps.filter(({ effect }) => effect.includes('scored it')).length, reranked];
    };
    expect(await scoredBy(byOther)).toEqual([100, { by: 'by-other', documents: 50, scored: 50 }]);
    expect(await scoredBy(slow)).toEqual([60, { by: 'by-other', documents: 50, scored: 50 }]);
    expect(await scoredBy(it3.reranker)).toEqual([50, { by: 'cross', documents: 50, scored: 50 }]);
  });

  it('takes the cosines that the collections made with it have told already, and sends the passages of the others', async () => {
    await using it3 = await RerankBed.open(stars);
    const { bed } = it3;
    await bed.startEmbedder();
    const model = await bed.other.describe();
    await bed.collection('on-other', NOTES.slice(0, 3), { model });
    await bed.collection('on-static', NOTES.slice(3));
    const reranker = new ModelReranker({ name: 'by-other', model: 'other', queues: bed.queues });
    const { run } = it3.searching({ reranker });
    bed.other.asked.length = 0;
    const both = await run({ query: QUERY, explain: true });
    expect(bed.other.asked.filter((text) => text !== QUERY).toSorted()).toEqual(
      NOTES.slice(3).map(({ title, text }) => `${title}\n${text}`),
    );
    const effects = both.hits.map(({ explanation }) => explanation?.steps.find(({ step }) => step === 'rerank')?.effect);
    expect(effects.every((effect) => effect?.startsWith('by-other scored it'))).toBe(true);
    const own = await run({ query: QUERY, collections: ['on-other'] });
    expect(own.notes.join()).toContain('Nothing was reranked: the collections are made with the model other themselves');
    expect(own.reranked).toMatchObject({ documents: 3, scored: 0, code: 'RERANKER.SAME_MODEL' });
  });
});
