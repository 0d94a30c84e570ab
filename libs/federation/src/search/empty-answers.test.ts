import { WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';

const OTHER_LANGUAGE = { must: [{ key: 'lang', match: { value: 'de' } }] };

describe('an answer without hits', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [{ key: 'tides', title: 'Tides', text: 'The report about tides mentions the moon.' }]);
    // Nobody embeds queries for its model.
    await bed.collection('mute', [{ key: 'ebb', title: 'Ebb', text: 'A report about the ebb.' }], { model: await bed.other.describe() });
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const MEANT = 'how is it that the "report about tides" does not say when ships may leave';

  it.each<readonly [string, SearchInput, string]>([
    [
      'that a quoted and an excluded word kept empty blames both, since the quoted ones may well occur',
      { query: '"report about tides" -moon' },
      'Every passage found lacks "report about tides" or contains "moon": leave out the quotation marks or the hyphen to see them.',
    ],
    [
      'to a sentence whose citation was let go blames the excluded word alone',
      { query: `${MEANT.replace('tides', 'floods')} -moon` },
      'Every passage found contains "moon": leave out the hyphen to see them.',
    ],
    [
      'that a filter kept empty blames no quotation marks',
      { query: '"report about tides"', filter: OTHER_LANGUAGE },
      'No passage that the filter and the span of time admit was found: leave out filter, since and until to search everything.',
    ],
    [
      'that a span kept empty says that it is of the last change, and the filter for when something was written',
      { query: 'report about tides', since: '1990-01-01', until: '1990-12-31' },
      'No passage that the filter and the span of time admit was found: leave out filter, since and until to search everything. ' +
        'The span is that of the last change: what was written in it is found by a filter: ' +
        '{"must":[{"key":"created_at","range":{"gte":"1990-01-01","lte":"1990-12-31T23:59:59.999Z"}}]}.',
    ],
    [
      'that the last days kept empty gives an example of such a filter',
      { query: 'report about tides', since: '1s' },
      'No passage that the filter and the span of time admit was found: leave out filter, since and until to search everything. ' +
        'The span is that of the last change: what was written in it is found by a filter: ' +
        '{"must":[{"key":"created_at","range":{"gte":"2024-01-01"}}]}.',
    ],
    [
      'of a collection whose only lane failed does not say that nothing is there',
      { query: 'report about the ebb', algorithm: 'semantic', collections: ['mute'] },
      'No collection could be searched: the coverage says why.',
    ],
    [
      'of collections some of whose lanes failed says that they were not searched whole',
      { query: 'zyzzyva', collections: ['mute'] },
      'Nothing like the query was found in what was searched: the coverage says what was not.',
    ],
  ])('%s', async (_, input, note) => {
    const { hits, notes } = await bed.run({ collections: ['notes'], ...input });
    expect([hits, notes.at(-1)]).toEqual([[], note]);
  });

  it('does not judge by passages of a collection that could not be read', async () => {
    const away = await bed.collection('away', [{ key: 'a', title: 'a', text: 'A report about tides.' }], { engine: bed.second.engine });
    await bed.collection('bare', []);
    bed.second.break(away, { kind: 'throws', error: new Error('broken disk') }, ['read']);
    const { hits, notes } = await bed.run({ query: '"report about tides"', collections: ['away', 'bare'] });
    bed.second.mend();
    const unread = 'Some of what was found could not be read: the coverage says why.';
    expect([hits, notes]).toEqual([[], ['What was searched is empty, or not indexed yet.', unread]]);
  });

  it('of a collection whose only lane failed is not laid to the document by why_not', async () => {
    const asked = { query: 'report about the ebb', algorithm: 'semantic', collections: ['mute'], uri: 'tributary://mute/ebb' };
    expect(await new WhyNot(bed).run(WhyNotRequest.parse({ ...PATIENCE, ...asked }), { principal: localOwner })).toMatchObject({
      verdict: 'not_searched',
      details: { code: 'REQUEST.NO_ANSWERER' },
    });
  });
});
