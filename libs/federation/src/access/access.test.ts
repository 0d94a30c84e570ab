import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed, reader } from '../testbed/testbed.fixture.js';

const TEXT = 'The merger with the northern company is planned for spring.';

describe('access', () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('plans', [
      { key: 'public', title: 'public', text: TEXT },
      { key: 'anna', title: 'anna', user_id: 'anna', text: TEXT },
      { key: 'board', title: 'board', acl: ['group:board'], text: `${TEXT} Codename zyxwuvian.` },
      { key: 'nobody', title: 'nobody', acl: ['nobody:'], text: TEXT },
      { key: 'annas-board', title: 'annas-board', user_id: 'anna', acl: ['group:board'], text: TEXT },
      { key: 'everybody', title: 'everybody', acl: ['*'], text: TEXT },
    ]);
    await bed.collection('secret', [{ key: 'payroll', title: 'payroll', text: 'The merger costs nine million.' }]);
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  const seen = async (principal: ReturnType<typeof reader>, input: Partial<Parameters<Testbed['run']>[0]> = {}) => {
    const answer = await bed.run(
      { query: 'merger planned for spring', collections: ['plans'], limit: 50, collapse: false, ...input },
      { principal },
    );
    return answer.hits.map(({ title }) => title).sort();
  };

  it('shows a caller his own rows, those of his groups and those of everybody, on every algorithm', async () => {
    for (const algorithm of ['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf'] as const) {
      expect(await seen(reader(), { algorithm })).toEqual(['everybody', 'public']);
      expect(await seen(reader({ user_id: 'anna' }), { algorithm })).toEqual(['anna', 'everybody', 'public']);
      expect(await seen(reader({ user_id: 'anna', groups: ['board'] }), { algorithm })).toEqual([
        'anna',
        'annas-board',
        'board',
        'everybody',
        'public',
      ]);
    }
  });

  it('lets no filter of the request widen what a caller sees', async () => {
    const widening = { should: [{ key: 'user_id', match: { value: 'anna' } }, { is_empty: { key: 'nothing' } }] };
    expect(await seen(reader(), { filter: widening })).toEqual(['everybody', 'public']);
    expect(await seen(reader(), { filter: { must_not: [{ is_empty: { key: 'user_id' } }] } })).toEqual([]);
  });

  it('names hidden collections nowhere: not in the coverage, not in an error', async () => {
    const some = reader({ collections: ['plans'] });
    const answer = await bed.run({ query: 'merger' }, { principal: some });
    expect(JSON.stringify(answer)).not.toMatch(/secret|payroll|million/);
    const hidden = await bed.run({ query: 'merger', collections: ['secret'] }, { principal: some }).catch((error: unknown) => error);
    const unknown = await bed.run({ query: 'merger', collections: ['unheard'] }, { principal: some }).catch((error: unknown) => error);
    expect(hidden).toMatchObject({ code: 'COLLECTION.NOT_FOUND', message: 'No collection fits secret. There are: plans.' });
    expect(unknown).toMatchObject({ code: 'COLLECTION.NOT_FOUND', message: 'No collection fits unheard. There are: plans.' });
  });

  it('tells a guest what was looked for instead, if he sees it, and no user who is one of many', async () => {
    const notesOf = async (fields: Parameters<typeof reader>[0]) =>
      (await bed.run({ query: 'nothern', collections: ['plans'] }, { principal: reader(fields) })).notes;
    expect(await notesOf({})).toContain('Nothing found contains "nothern": looked for "northern" instead.');
    expect((await notesOf({ user_id: 'anna' })).join()).not.toContain('nothern');
  });

  it('does not tell by a repaired word what stands in rows of others', async () => {
    const answer = await bed.run({ query: 'zyxwuvain', collections: ['plans'] }, { principal: reader() });
    expect(JSON.stringify(answer)).not.toContain('zyxwuvian');
    const owner = await bed.run({ query: 'zyxwuvain', collections: ['plans'] });
    expect(owner.notes.join()).toContain('zyxwuvian');
  });

  it('shows no surroundings and no document of others', async () => {
    const denied = bed.fetch.run({ uri: 'tributary://plans/board', token_budget: 1000 }, { principal: reader() });
    await expect(denied).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    const hidden = bed.fetch.run(
      { uri: 'tributary://secret/payroll', token_budget: 1000 },
      { principal: reader({ collections: ['plans'] }) },
    );
    await expect(hidden).rejects.toMatchObject({ code: 'DOCUMENT.NOT_FOUND' });
    const granted = bed.fetch.run({ uri: 'tributary://plans/board', token_budget: 1000 }, { principal: reader({ groups: ['board'] }) });
    await expect(granted).resolves.toMatchObject({ title: 'board' });
  });
});

describe('a span of time', () => {
  it('is counted on modified_at: an age by the clock, a date to its last moment', async () => {
    await using bed = await Testbed.open();
    const at = (key: string, modified_at?: string) => ({
      key,
      title: key,
      text: 'A note about spring cleaning.',
      ...(modified_at === undefined ? {} : { modified_at }),
    });
    await bed.collection('notes', [
      at('old', '2026-01-10T08:00:00Z'),
      at('may', '2026-05-31T23:30:00Z'),
      at('new', '2026-06-14T08:00:00Z'),
      at('undated'),
    ]);
    const found = async (span: { since?: string; until?: string }) =>
      (await bed.run({ query: 'spring cleaning', ...span })).hits.map(({ title }) => title).sort();
    expect(await found({ since: '7d' })).toEqual(['new']);
    expect(await found({ until: '2026-05-31' })).toEqual(['may', 'old']);
    expect(await found({ since: '2026-05-31', until: '2026-06-01T00:00:00+00:30' })).toEqual(['may']);
    expect(await found({})).toHaveLength(4);
    expect(await found({ since: '2026-05-31', until: '2026-05-31' })).toEqual(['may']);
  });

  it('that ends before it begins is refused, and both ends are named', async () => {
    await using bed = await Testbed.open();
    await bed.collection('notes', [{ key: 'a', title: 'a', text: 'A note about spring cleaning.' }]);
    await expect(bed.run({ query: 'spring', since: '7d', until: '4w' })).rejects.toMatchObject({
      code: 'MOMENT.INVALID',
      message: 'Nothing lies between since 7d and until 4w, which is earlier: exchange them, or leave one out.',
    });
  });
});
