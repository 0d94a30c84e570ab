import { WhyNotRequest, localOwner, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { documentId } from '@tributary/kernel/ids';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const report =
  'The nightly backup of the database server stops the writers at three, takes a snapshot of the volume, and copies it to the archive. Whoever is on call reads the log of it in the morning, and tells the others by mail when anything looks odd.';
const request: SearchInput = { query: 'nightly backup of the database server', limit: 20 };
const [FIRST, LEADER] = ['tributary://wiki/first#0', 'tributary://wiki/leader#0'];
const COPIES = ['tributary://archive/copy#0', 'tributary://archive/print#0'];

const groups = ({ hits }: SearchAnswer) => hits.map(({ uri, also_in: also = [] }) => [uri, ...also]);

describe('a hit that stands for copies', () => {
  let bed: Testbed;
  let wiki: string;

  beforeEach(async () => {
    bed = await Testbed.open();
    wiki = await bed.collection('wiki', [
      {
        key: 'first',
        title: 'Nightly backups of the database server',
        text: 'The nightly backup of the database server is made at three.',
      },
      { key: 'leader', title: 'Backup of the server', text: report },
    ]);
    const copies = ['copy', 'print'].map((key) => ({ key, title: 'Other', text: report }));
    await bed.collection('archive', copies, { engine: bed.second.engine });
    expect(groups(await bed.run(request))).toEqual([[FIRST], [LEADER, ...COPIES]]);
  });
  afterEach(() => bed[Symbol.asyncDispose]());

  it('is followed by the first of them when it is deleted between two pages', async () => {
    const { cursor } = await bed.run({ ...request, limit: 1 });
    await bed.remove('wiki', 'leader');
    const next = await bed.run({ ...request, cursor });
    expect(groups(next)).toEqual([COPIES]);
    expect(next.hits[0]).toMatchObject({ collection: 'archive', title: 'Other', content: report });
    expect(next.notes.join()).not.toContain('gone');
  });

  it('is followed by the first of them that is still there', async () => {
    const { cursor } = await bed.run({ ...request, limit: 1 });
    await bed.remove('wiki', 'leader');
    await bed.remove('archive', 'copy');
    expect(groups(await bed.run({ ...request, cursor }))).toEqual([COPIES.slice(1)]);
    await bed.remove('archive', 'print');
    expect(await bed.run({ ...request, cursor })).toMatchObject({ hits: [], notes: ['1 passage of the list is gone.'] });
  });

  it('is followed by the first of them when its collection was removed since', async () => {
    const { cursor } = await bed.run({ ...request, limit: 1 });
    await bed.catalog.collections.change('wiki', (record) => (record ? { set: { ...record, removed: true } } : { keep: true }));
    expect(groups(await bed.run({ ...request, cursor }))).toEqual([COPIES]);
  });

  it('is followed by the first of them when its engine fails at reading, which the coverage says', async () => {
    const { cursor } = await bed.run({ ...request, limit: 1 });
    bed.main.break(wiki, { kind: 'throws', error: new Error('broken disk') }, ['read']);
    const next = await bed.run({ ...request, cursor });
    expect(groups(next)).toEqual([COPIES]);
    expect(next.notes).toEqual([]);
    expect(next.coverage.map(({ collection, status }) => [collection, status])).toEqual([
      ['archive', 'searched'],
      ['wiki', 'failed'],
    ]);
  });

  /** The leader is there while copies are looked for, and gone when the page is read. */
  function loseLeader() {
    let reads = 0;
    const leader = documentId('wiki', 'leader');
    bed.main.disguise({ read: (points) => ((reads += 1) > 1 ? points.filter(({ payload }) => payload.doc_id !== leader) : points) });
  }

  it('leaves its place and its relevance to a copy, not the explanation of its own lanes', async () => {
    const { hits } = await bed.run({ ...request, explain: true });
    loseLeader();
    const answer = await bed.run({ ...request, explain: true });
    expect(groups(answer)).toEqual([[FIRST], COPIES]);
    expect(answer.hits[1]?.relevance).toBe(hits[1]?.relevance);
    expect(answer.hits.map(({ explanation }) => explanation !== undefined)).toEqual([true, false]);
  });

  it('is not blamed by why_not where a copy is shown in its place', async () => {
    loseLeader();
    const asked = WhyNotRequest.parse({ ...PATIENCE, ...request, uri: COPIES[0] ?? '' });
    expect(await new WhyNot(bed).run(asked, { principal: localOwner })).toMatchObject({ verdict: 'shown', details: { place: 2 } });
  });
});
