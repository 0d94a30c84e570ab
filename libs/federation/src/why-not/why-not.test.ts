import { WhyNotAnswer, WhyNotRequest, localOwner, type WhyNotInput } from '@tributary/contracts';
import { documentRecordKey, type DocumentRecordInput } from '@tributary/engines-port';
import { documentId } from '@tributary/kernel/ids';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchContext } from '../plan/plan.js';
import { PATIENCE, Testbed, reader } from '../testbed/testbed.fixture.js';
import { WhyNot } from './why-not.use-case.js';

const backup =
  'The nightly backup copies the database to the archive server at three in the morning and keeps the last seven copies. Older copies are removed once the new one has been verified.';
const long = Array.from(
  { length: 6 },
  (_, at) => `## Part ${at.toString()}\n\n${'The lighthouse keeper trims the lamp and winds the clockwork of the lighthouse. '.repeat(20)}`,
).join('\n\n');

describe('why a document is not in an answer', () => {
  let bed: Testbed;
  let whyNot: WhyNot;
  let soups: string;

  beforeAll(async () => {
    bed = await Testbed.open();
    whyNot = new WhyNot(bed);
    await bed.collection('notes', [
      { key: 'backup', title: 'Backups', text: backup, type: 'note', modified_at: '2026-06-01T00:00:00.000Z', metadata: { team: 'ops' } },
      { key: 'secret', title: 'Backups of Ann', text: `Ann alone knows of this. ${backup}`, user_id: 'ann' },
      { key: 'guide', title: 'Lighthouse', text: long },
    ]);
    await bed.collection('mirror', [{ key: 'copy', title: 'Backups', text: backup }]);
    soups = await bed.collection('soups', [{ key: 'leek', title: 'Leek', text: 'Simmer leeks and potatoes in stock.' }], {
      engine: bed.second.engine,
    });
    const crowd = Array.from({ length: 130 }, (_, at) => ({
      key: `ferry-${at.toString()}`,
      title: 'Ferry',
      text: `The ferry timetable lists the ferry that leaves pier ${at.toString()}.`,
    }));
    await bed.collection('port', [
      ...crowd,
      { key: 'invoice', title: 'Invoices', text: 'Invoices of the harbour, the ferry among them, are paid.' },
    ]);
    await bed.collection('empty', []);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  async function ask(input: WhyNotInput, context: Partial<SearchContext> = {}) {
    const answer = await whyNot.run(WhyNotRequest.parse({ ...PATIENCE, ...input }), { principal: localOwner, ...context });
    return WhyNotAnswer.parse(answer);
  }

  it('has no pages to go on with: a cursor is refused, not passed over', () => {
    const refused = WhyNotRequest.safeParse({ query: 'ferry', uri: 'tributary://port/invoice', cursor: 'any' });
    expect(refused.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['cursor'] }]);
  });

  async function record(key: string, fields: Partial<DocumentRecordInput> & Pick<DocumentRecordInput, 'state'>) {
    const row = {
      v: 1 as const,
      collection: 'notes',
      key,
      doc_id: documentId('notes', key),
      version: 1,
      hash: '',
      accepted_at: 0,
      ...fields,
    };
    await bed.catalog.documents.change(documentRecordKey('notes', key), () => ({
      set: { source: '', epoch: 0, chunks: 0, title: '', ...row },
    }));
  }

  const query = 'nightly backup copies the database';

  it('tells that it is shown, and where', async () => {
    const collections = ['notes'];
    const { hits } = await bed.run({ query, collections });
    const uri = hits[1]?.uri ?? '';
    expect(await ask({ query, collections, uri })).toMatchObject({
      uri,
      verdict: 'shown',
      stage: 'answer',
      details: { place: 2, judged: { rank: 2 } },
    });
  });

  it.each([
    ['a document that never was', 'tributary://notes/nothing'],
    ['a collection that never was', 'tributary://nowhere/backup'],
    ['a document of somebody else', 'tributary://notes/secret'],
    ['a collection of somebody else', 'tributary://mirror/copy'],
    ['a document of somebody else that is being indexed', 'tributary://notes/anns'],
    ['a deleted document of somebody else', 'tributary://notes/dropped'],
    ['a note of somebody else from his own source', 'tributary://notes/anns-note'],
    ['a deleted document of nobody knows whom', 'tributary://notes/gone'],
  ])('answers the same to %s', async (_, uri) => {
    await record('anns', { state: 'accepted', pending: { v: 1, collection: 'notes', id: 'anns', user_id: 'ann', content: 'x' } });
    await record('dropped', { state: 'deleted', access: { user_id: 'ann' } });
    await record('anns-note', { state: 'indexed', file: { path: '7', size: 0, mtime_ms: 0 }, access: { user_id: 'ann' } });
    await record('gone', { state: 'deleted' });
    const bob = reader({ user_id: 'bob', collections: ['notes'] });
    const never = await ask({ query, uri: 'tributary://notes/nothing' }, { principal: bob });
    expect(await ask({ query, uri }, { principal: bob })).toEqual({ ...never, uri });
    expect(never).toMatchObject({ verdict: 'unknown', stage: 'index', details: {} });
    expect(never.explanation[0]).toMatch(
      /never stored, its source left it out, its address is another one, or it is not open to you\. .* see at the sources what they leave out/,
    );
  });

  it('refuses what is no address', async () => {
    await expect(ask({ query, uri: 'https://notes.example/backup' })).rejects.toMatchObject({ code: 'URI.INVALID' });
  });

  it('tells what the index has of it', async () => {
    const error = { code: 'DOCUMENT.TOO_LARGE', message: 'It is larger than 20 MB.' };
    await record('waiting', { state: 'accepted', pending: { v: 1, collection: 'notes', id: 'waiting', user_id: 'bob', content: 'x' } });
    await record('broken', { state: 'failed', error });
    await record('gone', { state: 'deleted' });
    await record('blank', { state: 'indexed' });
    const verdict = async (key: string, context = {}) => (await ask({ query, uri: `tributary://notes/${key}` }, context)).verdict;
    expect(await verdict('waiting', { principal: reader({ user_id: 'bob' }) })).toBe('indexing');
    expect(await verdict('gone')).toBe('deleted');
    expect(await verdict('blank')).toBe('empty');
    expect(await ask({ query, uri: 'tributary://notes/broken' })).toMatchObject({
      verdict: 'failed',
      explanation: ['It could not be indexed.', 'The reason: It is larger than 20 MB.'],
      details: { code: 'DOCUMENT.TOO_LARGE', reason: 'It is larger than 20 MB.' },
    });
  });

  it.each<[WhyNotAnswer['verdict'], Parameters<typeof record>[1]]>([
    ['deleted', { state: 'deleted', access: {} }],
    ['deleted', { state: 'deleted', access: { user_id: 'bob' } }],
    ['empty', { state: 'indexed', access: { acl: ['user:bob'] } }],
    ['failed', { state: 'failed', access: {} }],
  ])('tells whoever might read it what became of a document that was handed in: %s, %o', async (verdict, row) => {
    await record('handed-in', row);
    const answer = await ask({ query, uri: 'tributary://notes/handed-in' }, { principal: reader({ user_id: 'bob' }) });
    expect(answer.verdict).toBe(verdict);
  });

  it('tells that a passage is not one of the document', async () => {
    const { verdict, explanation } = await ask({ query, uri: 'tributary://notes/backup#7' });
    expect([verdict, explanation]).toEqual(['unknown', ['The document has no such passage: its passages are #0 to #0.']]);
  });

  it('tells that its collection was not selected', async () => {
    const answer = await ask({ query, uri: 'tributary://notes/backup', collections: ['mirror', 'so*'] });
    expect(answer).toMatchObject({ verdict: 'not_selected', stage: 'plan' });
    expect(answer.explanation[0]).toContain('selects mirror, so*');
  });

  it('tells that its collection did not answer', async () => {
    bed.second.break(soups, { kind: 'throws', error: new Error('The disk is broken.') }, ['nominate']);
    const answer = await ask({ query, uri: 'tributary://soups/leek' });
    bed.second.mend();
    expect(answer).toMatchObject({ verdict: 'not_searched', stage: 'nominate', details: { reason: 'The disk is broken.' } });
    expect(answer.explanation).toEqual(['Its collection was not searched: The disk is broken.']);
  });

  it.each<[string, Partial<WhyNotInput>, string[]]>([
    [
      'a filter',
      {
        filter: {
          must: [
            { key: 'type', match: { value: 'code' } },
            { key: 'metadata.team', match: { value: 'ops' } },
          ],
        },
      },
      ['code'],
    ],
    ['what a filter excludes', { filter: { must_not: [{ key: 'metadata.team', match: { value: 'ops' } }] } }, ['must_not']],
    ['one of several choices', { filter: { should: [{ key: 'lang', match: { value: 'de' } }] } }, ['should']],
    ['a span of time', { since: '7d' }, ['since 7d']],
    ['two of them', { until: '2026-01-01', filter: { must: { key: 'lang', match: { value: 'de' } } } }, ['until 2026-01-01', 'lang']],
    ['quoted words', { query: 'backup "of the wiki" "nightly"' }, ['"of the wiki"']],
    ['an excluded word', { query: 'backup -archive' }, ['-archive']],
  ])('names the conditions that leave it out: %s', async (_, narrowing, named) => {
    const { verdict, stage, details } = await ask({ query, ...narrowing, uri: 'tributary://notes/backup' });
    expect([verdict, stage, details.conditions?.length]).toEqual(['filtered', 'conditions', named.length]);
    named.forEach((name, at) => {
      expect(details.conditions?.[at]).toContain(name);
    });
  });

  it('does not blame what a sentence cites where the search did not demand it either, and does where it did', async () => {
    const cites = 'when does the nightly database backup run, says the page "made up by nobody"';
    expect(await ask({ query: cites, collections: ['notes'], uri: 'tributary://notes/backup' })).toMatchObject({ verdict: 'shown' });
    const demanded = 'when do invoices and the ferry get paid "leaves pier 7"';
    const { verdict, details } = await ask({ query: demanded, collections: ['port'], uri: 'tributary://port/invoice' });
    expect([verdict, details.conditions]).toEqual(['filtered', ['"leaves pier 7"']]);
  });

  it('tells what rank it would have had where no lane nominated it', async () => {
    const { verdict, stage, details, explanation } = await ask({ query: 'ferry timetable of the pier', uri: 'tributary://port/invoice' });
    expect([verdict, stage]).toEqual(['below_lane_cut', 'nominate']);
    expect(details.lanes?.semantic).toMatchObject({ rank: 131, last: { rank: 100 } });
    expect(details.lanes?.keyword?.rank).toBe(131);
    expect(details.lanes?.keyword?.score).toBeLessThan(details.lanes?.keyword?.last?.score ?? 0);
    expect(explanation[2]).toMatch(/^keyword: rank 131 with [\d.]+; the last of 100 candidates had [\d.]+\.$/);
  });

  it('tells that it is less relevant than asked for', async () => {
    const answer = await ask({ query, uri: 'tributary://soups/leek', min_relevance: 0.4 });
    expect(answer).toMatchObject({ verdict: 'below_min_relevance', stage: 'refine' });
    expect(answer.details.judged?.relevance).toBeLessThan(0.4);
  });

  it('tells which hit stands for a near duplicate', async () => {
    const { hits } = await bed.run({ query });
    const leader = hits.find(({ also_in: also }) => also !== undefined);
    const uri = leader?.also_in?.[0] ?? '';
    expect(await ask({ query, uri })).toMatchObject({ verdict: 'collapsed', stage: 'refine', details: { instead: [leader?.uri] } });
    expect(await ask({ query, uri, collapse: false })).toMatchObject({ verdict: 'shown' });
  });

  it('tells which passages of its document are shown instead', async () => {
    const request = { query: 'lighthouse keeper lamp', per_document: 1 };
    const [first] = (await bed.run(request)).hits;
    expect(first?.more).toBeGreaterThan(0);
    const other = first?.uri.endsWith('#0') === true ? 'tributary://notes/guide#1' : 'tributary://notes/guide#0';
    expect(await ask({ ...request, uri: other })).toMatchObject({
      verdict: 'limited_per_document',
      stage: 'refine',
      details: { instead: [first?.uri] },
    });
    expect(await ask({ ...request, uri: 'tributary://notes/guide' })).toMatchObject({ verdict: 'shown', details: { place: 1 } });
  });

  it('tells its rank and score beside those of the last hit shown', async () => {
    const { verdict, stage, details } = await ask({ query, uri: 'tributary://soups/leek', limit: 2 });
    expect([verdict, stage]).toEqual(['judged_low', 'judge']);
    expect(details.judged?.rank).toBeGreaterThan(2);
    expect(details.judged?.score).toBeLessThan(details.last_shown?.score ?? 0);
    expect(details.place).toBeGreaterThan(2);
  });

  it('tells that unlike hits were put before it', async () => {
    const request = { query, limit: 2, diversity: 1, collapse: false };
    const plain = (await bed.run({ ...request, diversity: 0 })).hits.map(({ uri }) => uri);
    const diverse = (await bed.run(request)).hits.map(({ uri }) => uri);
    const [lost] = plain.filter((uri) => !diverse.includes(uri));
    expect(await ask({ ...request, uri: lost ?? '' })).toMatchObject({ verdict: 'diversified', stage: 'refine' });
  });

  it('tells that the token budget was used up', async () => {
    const request = { query, token_budget: 60, collapse: false };
    const all = (await bed.run({ query, collapse: false })).hits;
    expect((await bed.run(request)).hits.length).toBeLessThan(2);
    expect(await ask({ ...request, uri: all[1]?.uri ?? '' })).toMatchObject({
      verdict: 'over_budget',
      stage: 'answer',
      details: { place: 2 },
    });
  });

  it('tells that a newer version is being written', async () => {
    const old = documentId('notes', 'backup');
    bed.main.disguise({
      nominate: (result) => ({
        ...result,
        candidates: result.candidates.flatMap((candidate) =>
          candidate.docId === old ? [candidate, { ...candidate, id: 'newer', docVersion: candidate.docVersion + 1 }] : [candidate],
        ),
      }),
    });
    const answer = await ask({ query, uri: 'tributary://notes/backup', collections: ['notes'] });
    bed.main.mend();
    expect(answer).toMatchObject({ verdict: 'replaced', stage: 'conditions' });
  });

  it('tells that its passage could not be read any more', async () => {
    const leek = documentId('soups', 'leek');
    let reads = 0;
    bed.second.disguise({ read: (points) => ((reads += 1) > 2 ? points.filter(({ payload }) => payload.doc_id !== leek) : points) });
    const answer = await ask({ query: 'simmer leeks', uri: 'tributary://soups/leek', collections: ['soups'] });
    bed.second.mend();
    expect(answer).toMatchObject({ verdict: 'unreadable', stage: 'answer', details: { place: 1 } });
  });

  it('searches once, and blames nobody for the time that another collection took', async () => {
    const cites = 'when does the nightly database backup run, that "copies the database" somewhere';
    bed.main.break('mirror__g1', { kind: 'travels' });
    bed.second.break(soups, { kind: 'hangs' }, ['nominate']);
    await eventually(async () => {
      // Three searches that it does not answer would let it be left alone.
      bed.clock.moveOn(10_000);
      const answer = await ask({ query: cites, uri: 'tributary://mirror/copy', collapse: false, deadline_ms: 1000 });
      expect(answer).toMatchObject({ verdict: 'shown' });
    });
    bed.main.mend();
    bed.second.mend();
  });

  it('gives up when the caller does, and says so when the time is over', async () => {
    const uri = 'tributary://soups/leek';
    await expect(ask({ query, uri }, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    bed.second.break(soups, { kind: 'hangs', isDeaf: true }, ['read']);
    await expect(ask({ query, uri, deadline_ms: 100 })).rejects.toMatchObject({ code: 'SEARCH.TIMED_OUT' });
    bed.second.mend();
  });
});
