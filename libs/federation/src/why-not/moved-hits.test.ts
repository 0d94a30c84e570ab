import { WhyNotAnswer, WhyNotRequest, localOwner, type WhyNotInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from './why-not.use-case.js';

const handover =
  'At the handover of the lighthouse the old keeper shows the new one the lamp, the clockwork and the book of the passing ships, and hands over the three keys.';
const chapters = Array.from(
  { length: 4 },
  (_, at) =>
    `## Chapter ${at.toString()}\n\n${'The lighthouse keeper trims the lamp and winds the clockwork of the lighthouse before the night begins. '.repeat(9)}`,
).join('\n\n');

describe('why a document is not where the judge put it', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('coast', [
      { key: 'lamp', title: 'Lamp of the lighthouse keeper', text: 'The lighthouse keeper trims the lamp.' },
      { key: 'handover', title: 'Handover of the lighthouse', text: handover },
      { key: 'copy', title: 'Other', text: handover },
      { key: 'guide', title: 'Guide', text: chapters },
    ]);
    const letters = Array.from({ length: 6 }, (_, at) => ({
      key: at.toString(),
      title: `Letter ${at.toString()}`,
      text: `The keeper of the lighthouse trims the lamp and asks for oil, letter ${at.toString()} of ${'abcdef'[at] ?? ''}.`,
    }));
    await bed.collection('letters', letters, { engine: bed.second.engine });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const query = 'lighthouse keeper trims the lamp';
  async function ask(input: Partial<WhyNotInput> & Pick<WhyNotInput, 'uri'>) {
    return WhyNotAnswer.parse(await new WhyNot(bed).run(WhyNotRequest.parse({ ...PATIENCE, query, ...input }), { principal: localOwner }));
  }

  it('names the place and the collection of the hit that stands for a near duplicate, where that is on a later page', async () => {
    const { hits } = await bed.run({ query, limit: 50 });
    const place = 1 + hits.findIndex(({ also_in: also }) => also !== undefined);
    const answer = await ask({ uri: hits[place - 1]?.also_in?.[0] ?? '', limit: 1 });
    expect(place).toBeGreaterThan(1);
    expect(answer).toMatchObject({ verdict: 'collapsed', details: { instead: [] } });
    expect(answer.explanation).toEqual([
      'It says nearly word for word what a passage of the collection coast says, which stands for both: its address is in also_in there. "collapse": false shows both.',
      `That passage has place ${place.toString()} of the list: go on with the cursor, or raise limit, by which it may get another place.`,
    ]);
  });

  it('names the priorities that moved it down', async () => {
    const uri = 'tributary://coast/lamp';
    const priorities = { order: ['letters'], strategy: 'hard' as const };
    expect(await ask({ uri, limit: 1, priorities: { ...priorities, strategy: 'natural' } })).toMatchObject({
      verdict: 'shown',
      details: { place: 1 },
    });
    const { hits } = await bed.run({ query, limit: 50, priorities });
    const place = 1 + hits.findIndex((hit) => hit.uri.startsWith(uri));
    expect(place).toBeGreaterThan(1);
    expect(await ask({ uri, limit: 1, priorities })).toMatchObject({
      verdict: 'preferred_low',
      stage: 'refine',
      explanation: [
        `Priorities moved it from place 1 to ${place.toString()}: ask with their strategy "natural" to see it, or raise limit.`,
      ],
      details: { place, judged: { rank: 1 } },
    });
  });

  it('names what moved up a hit that the judge put lower than a document beyond the limit', async () => {
    const garden = { key: 'garden', title: 'Garden', text: 'Compost makes the soil of the garden loose.' };
    await using own = await Testbed.open();
    const keepers = ['lamp', 'oil', 'boat'].map((key) => ({
      key,
      title: key,
      text: `The lighthouse keeper trims the lamp, ${key} of the coast.`,
    }));
    await own.collection('coast', keepers);
    await own.collection('garden', [garden]);
    const nobody = Array.from({ length: 24 }, (_, n) => `nobody-${n.toString()}`);
    const request = { query, limit: 1, priorities: { order: ['garden', ...nobody], strategy: 'hard' as const } };
    const [, second] = (await own.run({ query })).hits;
    const asked = WhyNotRequest.parse({ ...PATIENCE, ...request, uri: second?.uri });
    const { verdict, explanation } = await new WhyNot(own).run(asked, { principal: localOwner });
    expect(verdict).toBe('judged_low');
    expect(explanation[0]).toMatch(
      /^The judge put it at place 2 with score [\d.]+; the last hit shown had -?[\d.]+, and was moved up by priorities\.$/,
    );
  });

  it('names the hit that has an address of it in also_in, where another passage of it has a place further down', async () => {
    await using own = await Testbed.open();
    const lamp = `The lighthouse keeper trims the lamp. ${'He writes into the book when he does it, and what the weather is like at that hour. '.repeat(5)}`;
    const tower = `The tower of the lighthouse is painted white. ${'Painters hang in ropes from the gallery, and it takes them a dry week in June. '.repeat(5)}`;
    await own.collection('coast', [
      { key: 'guide', title: 'Lighthouse keeper', text: `## Lamp\n\n${lamp}` },
      { key: 'manual', title: 'Manual', text: `## Lamp\n\n${lamp}\n\n## Tower\n\n${tower}` },
    ]);
    const [first, ...others] = (await own.run({ query })).hits;
    expect([first?.also_in, others.map(({ uri }) => uri)]).toEqual([['tributary://coast/manual#0'], ['tributary://coast/manual#1']]);
    const asked = WhyNotRequest.parse({ ...PATIENCE, query, limit: 1, uri: 'tributary://coast/manual' });
    const answer = await new WhyNot(own).run(asked, { principal: localOwner });
    expect(answer).toMatchObject({ verdict: 'collapsed', details: { instead: [first?.uri] } });
  });

  it('does not advise a limit per document that whole documents do not know', async () => {
    const request = { query: 'lighthouse keeper winds the clockwork', context: 'full_note' as const };
    const shown = (await bed.run(request)).hits.find(({ uri }) => uri.startsWith('tributary://coast/guide#'));
    const other = `tributary://coast/guide#${shown?.uri.endsWith('#0') === true ? '1' : '0'}`;
    expect(await ask({ ...request, uri: other })).toMatchObject({
      verdict: 'limited_per_document',
      explanation: [
        'A better passage of the same document stands for the whole of it: ask for another context than full_note to see more of them.',
      ],
      details: { instead: [shown?.uri] },
    });
  });

  it('names the highest relevance of a document that is less relevant than asked for, whichever passage has it', async () => {
    await using own = await Testbed.open();
    const town = 'The museum of the town shows old maps, coins and pots, and opens on weekdays from nine to five for visitors of any age. ';
    const cape = 'The beacon on the cape, a tower with a light for ships, has a warden who lives there and looks after its light. ';
    const parts = [`A keeper trims it: the lighthouse, a lamp. ${town.repeat(5)}`, cape.repeat(5), town.repeat(5)];
    const text = parts.map((part, at) => `## Part ${at.toString()}\n\n${part}`).join('\n\n');
    await own.collection('coast', [{ key: 'tour', title: 'Tour', text }]);
    const request = { query, algorithm: 'rrf' as const };
    const relevances = (await own.run({ ...request, per_document: 9 })).hits.map(({ relevance }) => relevance);
    expect(relevances[0]).toBeLessThan(Math.max(...relevances));
    const asked = WhyNotRequest.parse({ ...PATIENCE, ...request, min_relevance: 1, uri: 'tributary://coast/tour' });
    const { verdict, explanation } = await new WhyNot(own).run(asked, { principal: localOwner });
    expect([verdict, explanation]).toEqual([
      'below_min_relevance',
      [`Its relevance is ${Math.max(...relevances).toFixed(3)}, and min_relevance is 1: lower it to see the document.`],
    ]);
  });
});
