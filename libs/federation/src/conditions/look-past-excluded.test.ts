import { WhyNotRequest, localOwner } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const OTHERS = ['harbour', 'museum', 'library', 'garden', 'theatre', 'market'];
const NOTE = 'Of 1 collection only the 200 best passages of each lane were looked at, and others may lack "django"';

/** Short passages that say what is asked for and what is excluded, and six longer ones that say the first alone. */
const NOTES = [
  ...Array.from({ length: 950 }, (_, n) => ({
    key: `web-${n.toString()}`,
    title: 'Web',
    text: `Python, python and Django, part ${n.toString()}.`,
  })),
  ...OTHERS.map((what) => ({
    key: what,
    title: what,
    text: `Of all that was said in the long meeting on that evening somebody wrote down that the program of the ${what} is in Python, and little more.`,
  })),
];

describe('what a query excludes', () => {
  let bed: Testbed;
  let physical: string;
  beforeAll(async () => {
    bed = await Testbed.open();
    physical = await bed.collection('notes', NOTES);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const nominations = () => bed.main.calls.filter((call) => call === 'nominate').length;

  it.each(['hybrid', 'keyword', 'semantic', 'rrf'] as const)('is looked past where the best passages say it, by %s', async (algorithm) => {
    const { hits, notes } = await bed.run({ query: 'python -django', algorithm, limit: 10 });
    expect(hits.map(({ title }) => title).toSorted()).toEqual(OTHERS.toSorted());
    expect(notes.join()).not.toContain('only the');
  });

  it('is looked past among those that have exact words, with no further question', async () => {
    bed.main.calls.length = 0;
    const { hits } = await bed.run({ query: '"python" -django', limit: OTHERS.length });
    expect(hits.map(({ title }) => title).toSorted()).toEqual(OTHERS.toSorted());
    // The lanes, two questions for the exact words, and one for what has them.
    expect(nominations()).toBe(4);
  });

  it('leaves why_not the passages that were found so', async () => {
    const asked = WhyNotRequest.parse({ ...PATIENCE, query: 'python -django', limit: 1, uri: 'tributary://notes/garden' });
    expect((await new WhyNot(bed).run(asked, { principal: localOwner })).verdict).not.toBe('below_lane_cut');
  });

  it('is told to have been looked for among the best alone where nothing more is said', async () => {
    bed.main.break(physical, { kind: 'hangs', after: 1 }, ['nominate']);
    const { hits, notes } = await bed.run({ query: 'python -django', limit: 10, deadline_ms: 3000 });
    bed.main.mend();
    expect(hits).toEqual([]);
    expect(notes.join()).toContain(NOTE);
  });

  it('is asked for once where enough is left', async () => {
    bed.main.calls.length = 0;
    await bed.run({ query: 'museum program -django', limit: 1 });
    expect(nominations()).toBe(1);
  });
});

describe('where one long document fits', () => {
  const RIVERS = ['Rhine', 'Danube', 'Elbe', 'Oder', 'Seine', 'Loire', 'Rhone', 'Tagus', 'Ebro', 'Po'];
  const chapter = (n: number) =>
    `## Part ${n.toString()}\n\n${'Python, python and nothing but Python is what this part tells of. '.repeat(14)}`;
  const others = RIVERS.map((river) => ({
    key: river,
    title: river,
    text: `Of all that was said in the long meeting on that evening somebody wrote down that the levels of the ${river} are measured by a program in Python.`,
  }));
  const LONG = { key: 'book', title: 'Python', text: Array.from({ length: 30 }, (_, n) => chapter(n)).join('\n\n') };
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [...NOTES.slice(0, 900), ...others, LONG]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it('nothing is said to be left where there is no other document', async () => {
    await using own = await Testbed.open();
    const parts = Array.from({ length: 600 }, (_, n) => chapter(n) + (n % 20 === 0 ? '' : `With Django, part ${n.toString()}.`));
    await own.collection('book', [{ key: 'book', title: 'Python', text: parts.join('\n\n') }]);
    const { hits, notes } = await own.run({ query: 'python -django', limit: 10, per_document: 2 });
    expect(hits).toHaveLength(2);
    expect(notes.join()).not.toContain('others may lack');
  });

  it('what lacks the word is looked for beyond more of its passages than are shown', async () => {
    const { hits } = await bed.run({ query: 'python -django', limit: 10, per_document: 2 });
    expect(hits).toHaveLength(10);
    expect(new Set(hits.map(({ title }) => title)).size).toBeGreaterThanOrEqual(9);
  });
});
