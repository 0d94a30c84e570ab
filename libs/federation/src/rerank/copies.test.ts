import type { SearchAnswer } from '@tributary/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RerankBed } from './rerank-bed.fixture.js';

const passage = (name: string, stars: number) =>
  `## ${name}\n\nThe tide tables of the harbour are printed each year by the ${name}, and whoever takes a boat out reads them at the office by the pier before the bell rings, and writes the hour of the return into the book that lies beside them. ${'*'.repeat(stars)}`;
const PASSAGES = [passage('printer', 3), passage('keeper', 2), passage('captain', 1)];

describe('copies in a list that was reranked', () => {
  let it3: RerankBed;
  beforeAll(async () => {
    it3 = await RerankBed.open((_, texts) => texts.map((text) => text.split('*').length));
    const { bed } = it3;
    await bed.collection('manuals', [{ key: 'manual', title: 'Tide tables of the harbour', text: PASSAGES.join('\n\n') }]);
    const pages = PASSAGES.map((text, at) => ({ key: at.toString(), title: 'Page', text }));
    await bed.collection('pages', pages, { engine: bed.second.engine });
    await bed.collection('other', [{ key: 'tables', title: 'Tables', text: 'Tables made of oak last long in the harbour. ****' }]);
  });
  afterAll(() => it3[Symbol.asyncDispose]());

  const query = 'tide tables of the harbour';
  const steps = ({ hits }: SearchAnswer, uri: string) =>
    hits.find((hit) => hit.uri === uri)?.explanation?.steps.map(({ step, effect }) => `${step} ${effect}`);

  it('take the place of a passage left out, and say from where to where the reranker moved that', async () => {
    const { run } = it3.searching();
    const all = await run({ query, per_document: 3 });
    const answer = await run({ query, per_document: 1, explain: true });
    const places = ({ hits }: SearchAnswer) => hits.map(({ uri, also_in: also = [] }) => [uri, ...also].toSorted());
    expect(places(answer)).toEqual(places(all));
    const taken = answer.hits.filter(({ uri }) => uri.startsWith('tributary://pages/'));
    expect(taken).toHaveLength(2);
    for (const { uri } of taken)
      expect(steps(answer, uri)?.join('; ')).toMatch(
        /rerank cross gave it no score of its own, which (moved it from [1-4] to [1-4]|left it at [1-4]); per_document gave it the place/,
      );
  });

  it('in a preferred collection are moved up from the place that the reranker gave the passage they are copies of', async () => {
    const { run } = it3.searching();
    const priorities = { order: ['pages'], strategy: 'hard' as const };
    const [plain, answer] = [await run({ query, per_document: 3 }), await run({ query, per_document: 3, priorities, explain: true })];
    const groups = plain.hits.filter(({ also_in: also }) => also !== undefined);
    expect(answer.hits.map(({ uri }) => uri)).toEqual([...groups.flatMap(({ also_in: also = [] }) => also), 'tributary://other/tables#0']);
    for (const [at, { uri }] of answer.hits.slice(0, 3).entries()) {
      const from = 1 + plain.hits.findIndex(({ also_in: also = [] }) => also.includes(uri));
      const effect = from === at + 1 ? `left it at ${from.toString()}` : `moved it from ${from.toString()} to ${(at + 1).toString()}`;
      expect(steps(answer, uri)).toContain(`priorities ×1.500 ${effect}`);
    }
  });
});
