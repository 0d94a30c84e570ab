import { WhyNotAnswer, WhyNotRequest, localOwner, type WhyNotInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
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
      text: `The keeper of the lighthouse asks for oil for the lamp, letter ${at.toString()} of ${'abcdef'[at] ?? ''}.`,
    }));
    await bed.collection('letters', letters, { engine: bed.second.engine });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const query = 'lighthouse keeper trims the lamp';
  async function ask(input: Omit<WhyNotInput, 'query'>) {
    return WhyNotAnswer.parse(await new WhyNot(bed).run(WhyNotRequest.parse({ query, ...input }), { principal: localOwner }));
  }

  it('names the place and the collection of the hit that stands for a near duplicate, where that is on a later page', async () => {
    const { hits } = await bed.run({ query, limit: 50 });
    const place = 1 + hits.findIndex(({ also_in: also }) => also !== undefined);
    const answer = await ask({ uri: hits[place - 1]?.also_in?.[0] ?? '', limit: 1 });
    expect(place).toBeGreaterThan(1);
    expect(answer).toMatchObject({ verdict: 'collapsed', details: { instead: [] } });
    expect(answer.explanation).toEqual([
      'It says nearly word for word what a passage of the collection coast says, which stands for both: its address is in also_in there. "collapse": false shows both.',
      `That passage has place ${place.toString()} of the list: raise limit, or go on with the cursor.`,
    ]);
  });

  it('names the priorities that moved it down', async () => {
    const uri = 'tributary://coast/lamp';
    const priorities = { order: ['letters'], strategy: 'hard' as const };
    expect(await ask({ uri, limit: 3, priorities: { ...priorities, strategy: 'natural' } })).toMatchObject({
      verdict: 'shown',
      details: { place: 1 },
    });
    const { hits } = await bed.run({ query, limit: 50, priorities });
    const place = 1 + hits.findIndex((hit) => hit.uri.startsWith(uri));
    expect(place).toBeGreaterThan(3);
    expect(await ask({ uri, limit: 3, priorities })).toMatchObject({
      verdict: 'preferred_low',
      stage: 'refine',
      explanation: [
        `Priorities moved it from place 1 to ${place.toString()}: ask with their strategy "natural" to see it, or raise limit.`,
      ],
      details: { place, judged: { rank: 1 } },
    });
  });
});
