import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

/** Eight notes that say the name of the language, among many that say its letter and the other words more often. */
const NOTES = [
  ...Array.from({ length: 600 }, (_, n) => ({
    key: `plan-${n.toString()}`,
    title: 'Plan c',
    text: `Streams, async in plan c of figure c,${' figure c,'.repeat(n % 5)} ${n.toString()}: the net, path a.`,
  })),
  ...Array.from({ length: 8 }, (_, n) => ({
    key: `language-${n.toString()}`,
    title: 'Language',
    text: `With C# come async streams, part ${n.toString()}, which are read by await foreach as they arrive, one by one, whatever their length may be, at the laboratory where it was made by many people in the course of a long year and asked for by others.`,
  })),
];

describe('what is found letter by letter', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', NOTES);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each([10, 50, 51, 60, 100])('stands where it stands in a short list in one of %i', async (limit) => {
    const { hits } = await bed.run({ query: 'async streams in C#', limit, collapse: false });
    const first = await bed.run({ query: 'async streams in C#', limit: 10, collapse: false });
    expect(first.hits.slice(0, 8).map(({ title }) => title)).toEqual(Array.from({ length: 8 }, () => 'Language'));
    expect(hits.slice(0, 10).map(({ uri }) => uri)).toEqual(first.hits.map(({ uri }) => uri));
  });
});

describe('how often a collection says a name with signs', () => {
  let bed: Testbed;
  beforeAll(async () => {
    bed = await Testbed.open();
    await bed.collection('notes', [
      ...Array.from({ length: 1200 }, (_, n) => ({
        key: `plan-${n.toString()}`,
        title: 'Plan',
        text: `Plan ${n % 3 === 0 ? 'C' : 'C#'} of ${(n % 7).toString()}.${(n % 5).toString()}.${(n % 11).toString()}, ${'of plan c '.repeat(n % 4)}as said in part ${n.toString()}.`,
      })),
      ...Array.from({ length: 80 }, (_, n) => ({
        key: `release-${n.toString()}`,
        title: 'Release',
        text: `Release ${n.toString()} ${n % 2 === 0 ? 'of C#' : 'of it'} ${n % 3 === 0 ? 'is 1.2.3' : 'is 3.2.1'}${', which is long'.repeat(n % 9)}.`,
      })),
    ]);
  });
  afterAll(() => bed[Symbol.asyncDispose]());

  it.each(['C#', 'release of C#', 'part 40 of C#'])('is told by the head of a long list: %s', async (query) => {
    const of = async (limit: number) => (await bed.run({ query, limit, collapse: false })).hits.slice(0, 10).map(({ uri }) => uri);
    expect(await of(100)).toEqual(await of(10));
  });
});
