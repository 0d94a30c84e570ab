import { eventually } from '@tributary/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const QUERY = 'which doctor treats broken bones';
const NOTES = [
  {
    key: 'other-words',
    title: 'a',
    text: 'A physician for fractures of the skeleton is called an orthopedist; he treats them with plaster.',
  },
  { key: 'same-words', title: 'b', text: 'Which doctor treats broken bones? The orthopedist does, and he treats them well.' },
  { key: 'topic', title: 'c', text: 'The hospital has a new wing with forty beds and a garden for visitors.' },
];

describe('a close look at the best passages', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', NOTES);
    await bed.collection('more', [{ key: 'd', title: 'd', text: 'A doctor treats patients.' }], { engine: bed.second.engine });
  });
  afterEach(() => {
    bed.main.mend();
    bed.second.mend();
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  const matchesIn = async (input: object = {}) => {
    const { hits } = await bed.run({ query: QUERY, explain: true, ...input });
    return new Map(hits.map(({ title, explanation }) => [title, explanation?.judge['word_match'] ?? Number.NaN]));
  };

  it('tells how well each says the words of the query, or others like them', async () => {
    const matches = await matchesIn({ collections: ['notes'] });
    expect(matches.get('b')).toBe(1);
    expect(matches.get('a')).toBeGreaterThan(matches.get('c') ?? 1);
    expect(matches.get('a')).toBeLessThan(1);
  });

  it('reads each passage once, by one call a collection', async () => {
    bed.main.calls.length = 0;
    await bed.run({ query: QUERY, collections: ['notes'], collapse: false });
    // Once to look closely, once for the page.
    expect(bed.main.calls.filter((call) => call === 'read')).toHaveLength(2);
  });

  it('reads no vectors of the common model, which came with the candidates', async () => {
    const vectors: unknown[] = [];
    bed.main.disguise({
      read: (points) => {
        vectors.push(...points.map(({ vector }) => vector));
        return points;
      },
    });
    await matchesIn({ collections: ['notes'] });
    expect(vectors.length).toBeGreaterThan(0);
    expect(vectors.every((vector) => vector === undefined)).toBe(true);
  });

  it('goes by what words and cosine suggest where passages cannot be read, and leaves the other collections their look', async () => {
    bed.main.break('notes__g1', { kind: 'throws', error: new Error('no reading') }, ['read']);
    const matches = await matchesIn();
    expect([...matches.keys()]).toEqual(['d']);
    bed.main.mend();
    bed.second.break('more__g1', { kind: 'hangs', after: 0 }, ['read']);
    await eventually(async () => {
      const { hits } = await bed.run({ query: QUERY, deadline_ms: 1_000, explain: true });
      expect(hits[0]?.explanation?.judge['word_match']).toBe(1);
    });
  });

  it('is taken for every algorithm, so that relevance does not depend on it', async () => {
    const relevances = await Promise.all(
      (['hybrid', 'semantic', 'keyword', 'rrf'] as const).map(async (algorithm) => {
        const { hits } = await bed.run({ query: QUERY, algorithm, collections: ['notes'] });
        return hits.find(({ title }) => title === 'b')?.relevance;
      }),
    );
    expect(new Set(relevances).size).toBe(1);
  });
});

it('reads the vectors of another model with its passages, and knows by them which are alike', async () => {
  await using bed = await Testbed.open();
  await bed.startEmbedder();
  const towards = (...numbers: readonly number[]) => Float32Array.from({ length: 256 }, (_, d) => numbers[d] ?? 0);
  // As near to the question as each other, and by words neither like the answer: only the other model knows the first to be like it.
  bed.other.vectors.set('question', towards(1));
  bed.other.vectors.set('answer', towards(0.6, 0.8));
  bed.other.vectors.set('alike', towards(0.5, Math.sqrt(0.75)));
  bed.other.vectors.set('apart', towards(0.5, -Math.sqrt(0.75)));
  const documents = ['answer', 'alike', 'apart'].map((word) => ({ key: word, title: word, text: `This is ${word}.` }));
  await bed.collection('other', documents, { model: await bed.other.describe() });
  const { hits } = await bed.run({ query: 'a question', collections: ['other'], explain: true });
  const neighbours = new Map(hits.map(({ title, explanation }) => [title, explanation?.judge['neighbours'] ?? Number.NaN]));
  const own = new Map(hits.map(({ title, explanation }) => [title, explanation?.judge['similarity'] ?? Number.NaN]));
  expect(own.get('alike')).toBeCloseTo(own.get('apart') ?? 0, 5);
  expect(neighbours.get('alike')).toBeGreaterThan((neighbours.get('apart') ?? 0) + 0.1);
});

it('weighs words alike in parts of one corpus, whatever is rare in the one or the other', async () => {
  await using bed = await Testbed.open();
  const same = { title: 'same', text: 'A broken arm is put into plaster.' };
  const broken = (bone: string) => ({ key: bone, title: bone, text: `A broken ${bone} takes weeks.` });
  const healthy = (part: string) => ({ key: part, title: part, text: `The ${part} of a healthy person.` });
  await bed.collection('left', [{ key: 'x', ...same }, broken('leg'), broken('rib'), healthy('eye')]);
  await bed.collection('right', [{ key: 'y', ...same }, broken('toe'), healthy('ear'), healthy('nose')]);
  const matchesIn = async (...collections: string[]) => {
    const { hits } = await bed.run({ query: 'broken person', collections, explain: true, collapse: false });
    return hits.filter(({ title }) => title === 'same').map(({ explanation }) => explanation?.judge['word_match'] ?? Number.NaN);
  };
  const [[left = 0], [right = 0], [one = 0, other = 0]] = await Promise.all([
    matchesIn('left'),
    matchesIn('right'),
    matchesIn('left', 'right'),
  ]);
  expect(Math.abs(left - right)).toBeGreaterThan(0.01);
  expect(one).toBeCloseTo(other, 12);
  expect((one - left) * (one - right)).toBeLessThan(0);
});
