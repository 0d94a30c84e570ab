import { WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from './why-not.use-case.js';

const WORDS = ['river', 'stone', 'harbour', 'crane', 'key', 'lamp', 'tide', 'keeper', 'boat', 'rope', 'anchor', 'pier'] as const;
const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const words = (count: number) => Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
const passage = () => `## ${words(1)}\n\n${Array.from({ length: 5 }, () => `${words(14)}.`).join(' ')}`;

function documents() {
  const shared = Array.from({ length: 5 }, passage);
  const text = () =>
    Array.from({ length: 1 + random.below(3) }, () => (random.next() < 0.4 ? (shared[random.below(5)] ?? '') : passage())).join('\n\n');
  return Array.from({ length: 16 }, (_, n) => ({ key: `d${n.toString()}`, title: words(2), text: text() }));
}

function asking(): SearchInput {
  return {
    query: words(1 + random.below(4)),
    algorithm: random.pick(['hybrid', 'semantic', 'keyword', 'rrf']),
    per_document: random.pick([1, 2, 5]),
    diversity: random.pick([0, 0, 0.4]),
    limit: random.pick([3, 10, 40]),
    min_relevance: random.pick([0, 0, 0.2]),
    ...(random.next() < 0.3 ? { token_budget: 400 } : {}),
    ...(random.next() < 0.5 ? { priorities: { order: ['b'], strategy: 'hard' } } : {}),
  };
}

it('what why_not says of every document agrees with the answer it is asked about', async () => {
  await using bed = await Testbed.open();
  const made = documents();
  await bed.collection('a', made.slice(0, 8));
  await bed.collection('b', made.slice(8), { engine: bed.second.engine });
  const whyNot = new WhyNot(bed);
  const uris = made.map(({ key }, at) => `tributary://${at < 8 ? 'a' : 'b'}/${key}`);
  for (let round = 0; round < 16; round++) {
    const request = asking();
    const { hits } = await bed.run(request);
    const [shown, also] = [hits.map(({ uri }) => uri), hits.flatMap(({ also_in: uri = [] }) => uri)];
    for (const uri of uris) {
      const { verdict, explanation, details } = await whyNot.run(WhyNotRequest.parse({ ...PATIENCE, ...request, uri }), {
        principal: localOwner,
      });
      const isIn = (list: readonly string[]) => list.some((one) => one.startsWith(`${uri}#`));
      const told = `${JSON.stringify(request)} ${uri} ${verdict}: ${explanation.join(' ')}`;
      expect(verdict === 'shown', told).toBe(isIn(shown));
      if (verdict === 'collapsed') expect(isIn(also), told).toBe(details.instead?.length !== 0);
      if (isIn(also) && !isIn(shown)) expect(['collapsed', 'limited_per_document'], told).toContain(verdict);
      if (verdict === 'judged_low') expect(details.judged?.rank, told).toBeGreaterThan(hits.length);
      if (verdict === 'below_min_relevance') expect(details.judged?.relevance, told).toBeLessThan(request.min_relevance ?? 0);
      if (verdict === 'over_budget') expect(request.token_budget, told).toBeDefined();
      if (verdict === 'diversified') expect(request.diversity, told).toBeGreaterThan(0);
    }
  }
});
