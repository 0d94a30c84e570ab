import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const QUOTE = 'wearing both of his watches, since neither of them could be trusted';
const chapter = (n: number) =>
  `Chapter ${n.toString()}. The keeper went up the stairs of the lighthouse, trimmed the lamp, and looked for the boat that brought oil, bread and letters from the harbour.`;

let bed: Testbed;
beforeAll(async () => {
  bed = await Testbed.open();
  const chapters = Array.from({ length: 160 }, (_, n) => (n === 93 ? `${chapter(n)} He came down ${QUOTE}.` : chapter(n)));
  const letters = Array.from({ length: 40 }, (_, n) => ({
    key: `letter-${n.toString()}`,
    title: `Letter ${n.toString()}`,
    text: `Watches, letter ${n.toString()}: he trusted his watches, both the old one and the new one, and was never without them.`,
  }));
  await bed.collection('novel', [{ key: 'novel', title: 'The Keeper', text: chapters.join('\n\n') }, ...letters]);
  await bed.collection('shelf', [{ key: 'list', title: 'Books', text: 'Novels about keepers of lighthouses and their watches.' }]);
});
afterAll(() => bed[Symbol.asyncDispose]());

const first = async (query: string, input: object = {}) => {
  const { hits } = await bed.run({ query, explain: true, ...input });
  return hits[0];
};

describe('a passage of a long document that has the query word for word', () => {
  it.each([{ collections: ['novel'] }, { collections: ['*'] }])('leads in $collections', async (input) => {
    const hit = await first(QUOTE, input);
    expect(hit?.title).toBe('The Keeper');
    expect(hit?.content).toContain(QUOTE);
    expect(hit?.explanation?.judge['verbatim']).toBeGreaterThan(0.9);
  });

  it('leads by most of it, too', async () => {
    expect(
      (await first('wearing both of his watches, since neither of them could be without', { collections: ['novel'] }))?.content,
    ).toContain(QUOTE);
  });

  it('is not looked for where words count nothing', async () => {
    const judged = async (input: object) =>
      (await first('he trusted his watches, both the old one and the new one', { collections: ['novel'], ...input }))?.explanation?.judge;
    expect(await judged({})).toHaveProperty('verbatim');
    expect(await judged({ weights: { keyword: 0 } })).not.toHaveProperty('verbatim');
  });

  it('is as relevant where another algorithm orders, and far more than the same words in another order', async () => {
    const relevanceOf = async (query: string, algorithm: 'hybrid' | 'keyword' | 'rrf') => {
      const { hits } = await bed.run({ query, algorithm, collections: ['novel'], limit: 50, per_document: 50 });
      return hits.find(({ content }) => content.includes(QUOTE))?.relevance ?? Number.NaN;
    };
    const relevance = await relevanceOf(QUOTE, 'hybrid');
    expect(relevance).toBeGreaterThan(0.9);
    expect(await relevanceOf(QUOTE, 'keyword')).toBeGreaterThan(0.9);
    expect(await relevanceOf(QUOTE, 'rrf')).toBeGreaterThan(0.9);
    const inOtherOrder = QUOTE.replace(',', '').split(' ').toReversed().join(' ');
    expect(await relevanceOf(inOtherOrder, 'hybrid')).toBeLessThan(0.7);
  });
});

describe('a query of two words', () => {
  const notes = [
    { key: 'house', title: 'House', text: 'We slept in the Villa Aurora, above the bay.' },
    ...Array.from({ length: 12 }, (_, n) => ({
      key: `note-${n.toString()}`,
      title: `Villa ${n.toString()}`,
      text: `A villa with a garden, a villa by a road. An aurora was seen over villa ${n.toString()}.`,
    })),
  ];

  it('is led by the passage that says them as they stand there, and is not doubted', async () => {
    await bed.collection('houses', notes);
    const hit = await first('Villa Aurora', { collections: ['houses'] });
    expect(hit?.title).toBe('House');
    expect(hit?.relevance).toBeGreaterThan(0.5);
  });
});

it('nothing is doubted where the first hit says every word, however little that tells of an answer', async () => {
  await using many = await Testbed.open();
  await many.collection('novel', [
    { key: 'novel', title: 'The Keeper', text: Array.from({ length: 400 }, (_, n) => chapter(n)).join('\n\n') },
  ]);
  for (let n = 0; n < 110; n++)
    await many.collection(`box-${n.toString()}`, [{ key: 'note', title: 'Note', text: `A note about box ${n.toString()}.` }]);
  const { hits, notes } = await many.run({ query: 'oil' });
  expect(hits[0]?.relevance).toBeLessThan(0.08);
  expect(notes.join()).not.toContain('Nothing found seems to answer');
  expect((await many.run({ query: 'a submarine cook' })).notes.join()).toContain('Nothing found seems to answer');
});
