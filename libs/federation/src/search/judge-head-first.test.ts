import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

// Prose in which every passage has words of every question: those that only a long list nominates change what the judge knows of the others.
const LICENSE = readFileSync(new URL('../../../../LICENSE', import.meta.url), 'utf8')
  .split(/(?<=[.;:])\s+/)
  .filter((sentence) => sentence.length > 60);
const QUESTIONS = ['who may use the work under this license', 'the contribution of a contributor to the work', 'rights of the licensor'];

/** Several passages a document, so that a hundred passages of a lane are a part of each, and of some documents none. */
const documents = (count: number, from: number) =>
  Array.from({ length: count }, (_, at) => from + at).map((at) => ({
    key: `part-${at.toString()}`,
    title: `Part ${at.toString()}`,
    text: Array.from({ length: 8 }, (_, line) => LICENSE[(at * 7 + line * 5) % LICENSE.length]).join('\n\n'),
  }));

describe.each([1, 3])('the head of an answer from %i collections', (collections) => {
  const EACH = 150 / collections;
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.open();
    for (let at = 0; at < collections; at += 1) await bed.collection(`law-${at.toString()}`, documents(EACH, at * EACH));
  });

  afterAll(async () => {
    await bed[Symbol.asyncDispose]();
  });

  it.each(QUESTIONS)('is the same in a short list and in a long one: %s', async (query) => {
    const ask = async (limit: number) => (await bed.run({ query, limit, per_document: 1, collapse: false })).hits.map(({ uri }) => uri);
    const [short, long] = [await ask(10), await ask(100)];
    expect(short).toHaveLength(10);
    expect(long.length).toBeGreaterThan(50);
    expect(long.slice(0, 10)).toEqual(short);
  });

  it.each(QUESTIONS)('stands above what only the long list has: %s', async (query) => {
    const { hits } = await bed.run({ query, limit: 100, per_document: 1, collapse: false, explain: true });
    const scores = hits.map(({ explanation }) => explanation?.judge['score'] ?? Number.NaN);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});
