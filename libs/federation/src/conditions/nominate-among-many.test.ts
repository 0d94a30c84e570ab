import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const COLLECTIONS = ['north', 'south', 'west', 'east', 'baltic', 'adriatic', 'atlantic', 'arctic'];
const EACH = 60;
const LANGUAGES = ['compiler', 'garbage collector', 'debugger', 'formatter'];
const ONE = COLLECTIONS.slice(-1);

/** Notes that say the letter of a name often and for something else. */
const notes = () =>
  Array.from({ length: EACH }, (_, n) => ({
    key: n.toString(),
    title: 'Plan c',
    text: `Plan c:${' # c,'.repeat(1 + (n % 10))}${' now'.repeat(n % 6)} of ${n.toString()}.`,
  }));

describe('names with signs among more collections than are searched each for itself', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    for (const place of COLLECTIONS) await bed.collection(place, notes());
    for (const what of LANGUAGES)
      await bed.write('arctic', {
        key: what,
        title: what,
        text: `It was made at the laboratory by many people in the course of a long year, and the ${what} of C# came last of all that was asked for.`,
      });
    // The first search reads the collections, and those that are read later are searched later.
    await bed.run({ query: 'plan' });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([4, 5, 8])('are found where many say their letters more often, in one of %i', async (count) => {
    const { hits } = await bed.run({ query: 'C#', collections: [...COLLECTIONS.slice(0, count - 1), ...ONE] });
    expect(
      hits
        .slice(0, 4)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(LANGUAGES.toSorted());
  });

  it('are asked for further only where a collection has the letters and not all that has them was named', async () => {
    const askedFor = async (query: string) => {
      bed.main.calls.length = 0;
      await bed.run({ query });
      return bed.main.calls.filter((call) => call === 'nominate').length;
    };
    const once = await askedFor('plan of 7');
    expect(once).toBe(COLLECTIONS.length);
    expect(await askedFor('plan zz# of 7')).toBe(once);
    expect(await askedFor('plan C# of 7')).toBeGreaterThan(once);
  });
});
