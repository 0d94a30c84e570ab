import { WhyNotAnswer, WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from './why-not.use-case.js';

const PLACES = ['north', 'south', 'west', 'east', 'baltic'];
const EACH = 60;
const REST = 'The museum of the town shows old maps, coins and pots, and opens on weekdays from nine to five for visitors of any age.';

describe('why no lane named a document', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    for (const place of PLACES) {
      const harbours = Array.from({ length: EACH }, (_, n) => ({
        key: n.toString(),
        title: place,
        text: `The harbour, page ${n.toString()}.`,
      }));
      await bed.collection(place, harbours);
    }
    const ferries = Array.from({ length: EACH }, (_, n) => ({
      key: n.toString(),
      title: 'Ferry',
      text: `The ferry, page ${n.toString()}.`,
    }));
    // In its collection alone this word is the rare one, in all of them the other is.
    await bed.collection('lake', [...ferries, { key: 'museum', title: 'Museum', text: `${REST} The harbour is near.` }]);
    // The first search reads the collections, and those that are read later are searched later.
    await bed.run({ query: 'ferry' });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  async function ask({ uri = 'tributary://lake/museum', ...request }: SearchInput & { readonly uri?: string }) {
    const asked = WhyNotRequest.parse({ ...PATIENCE, ...request, uri });
    return WhyNotAnswer.parse(await new WhyNot(bed).run(asked, { principal: localOwner }));
  }

  it('is told by the statistics that decided it where several collections are searched as one', async () => {
    const { verdict, details, explanation } = await ask({ query: 'ferry harbour' });
    const { rank = 0, score = Infinity, last = { rank: Infinity, score: 0 } } = details.lanes?.keyword ?? {};
    expect(verdict).toBe('below_lane_cut');
    expect([rank, last.rank]).toEqual([EACH + 1, EACH]);
    expect(score).toBeLessThan(last.score);
    expect(explanation[0]).toBe(
      'No lane had it among the 100 best passages of all collections or the 8 best of lake, where it has the ranks below: ask in words that are closer to it, or narrow the search down.',
    );
  });

  it.each([
    ['hybrid', 'The query has nothing to look for: ask in words.'],
    ['keyword', 'The query has no words, and keyword looks for words: ask in words, or by algorithm semantic.'],
  ] as const)('is that the query has nothing to look for, as the search itself says, by %s', async (algorithm, why) => {
    const request = { query: '🚀', algorithm };
    expect(await ask(request)).toMatchObject({ verdict: 'below_lane_cut', explanation: [why] });
    expect((await bed.run(request)).notes).toEqual([why]);
  });

  it('tells how many were looked at beside the best, for what they have letter by letter', async () => {
    const plans = Array.from({ length: 130 }, (_, n) => ({
      key: n.toString(),
      title: 'Plan',
      text: `Plan c: c and c of ${n.toString()}.`,
    }));
    const program = { key: 'program', title: 'Program', text: `${REST} It has a program in C#.` };
    await bed.collection('plans', [...plans, program, { key: 'museum', title: 'Museum', text: `${REST} See c.` }]);
    const request = { query: 'C#', collections: ['plans'], uri: 'tributary://plans/museum' };
    const { explanation } = await ask(request);
    expect(explanation[0]).toContain('the 100 best passages of plans, or 1 more found letter by letter:');
    expect(explanation.join(' ')).toContain('the last of 101 candidates');
    const [amongAll] = (await ask({ query: 'C#', uri: request.uri })).explanation;
    expect(amongAll).toMatch(/ or the \d+ best of plans, or 1 more found letter by letter, where it has the ranks below:/u);
  });

  it('tells them all where the keyword lane named fewer than it might', async () => {
    const stars = Array.from({ length: 150 }, (_, n) => ({ key: n.toString(), title: 'A*', text: `The horse A* of ${n.toString()}.` }));
    const zebra = { key: 'zebra', title: 'Zebra', text: 'A zebra.' };
    await bed.collection('stars', [...stars, zebra, { key: 'museum', title: 'Museum', text: REST }]);
    const { explanation } = await ask({ query: 'zebra A*', collections: ['stars'], uri: 'tributary://stars/museum' });
    const [, further = ''] = /or (\d+) more found letter by letter/u.exec(explanation[0] ?? '') ?? [];
    expect(Number(further)).toBeGreaterThanOrEqual(50);
  });

  it('counts no address as a name that begins with a point', async () => {
    const nets = Array.from({ length: 150 }, (_, n) => ({
      key: n.toString(),
      title: 'Net',
      text: `The net example.net of ${n.toString()}.`,
    }));
    await bed.collection('nets', [...nets, { key: 'museum', title: 'Museum', text: REST }]);
    const { verdict, explanation } = await ask({ query: '.net', collections: ['nets'], uri: 'tributary://nets/museum' });
    expect(verdict).toBe('below_lane_cut');
    expect(explanation[0]).not.toContain('letter by letter');
  });
});
