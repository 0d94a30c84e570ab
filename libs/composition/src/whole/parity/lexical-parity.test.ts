import { join } from 'node:path';
import { SearchRequest, localOwner, type SearchHit } from '@tributary/contracts';
import { physicalName, type StoredPoint } from '@tributary/engines-port';
import { testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { ALL_ENGINES, EngineBed } from '../engine-bed.fixture.js';
import { BruteForce, type ScoredPassage } from './brute-force.fixture.js';
import { evaluationTexts, generatedTexts, type ParityTexts } from './parity-texts.fixture.js';

const TOP = 10;
/** Of all queries; at least one may differ. */
const MOST_UNEQUAL = 0.01;
const TOLERANCE = 1e-4;
const COLLECTION = 'texts';
const isLong = process.env['TRIBUTARY_TEST_LONG'] === '1';
const evaluation = process.env['TRIBUTARY_TEST_EVAL_DIR'];

const SETS: readonly { readonly name: string; readonly load: () => Promise<ParityTexts> }[] = [
  {
    name: 'generated text',
    load: () => {
      const seed = testSeed(process.env['TRIBUTARY_TEST_SEED']);
      return Promise.resolve(generatedTexts(isLong ? { documents: 3000, queries: 2000, seed } : { documents: 100, queries: 60, seed }));
    },
  },
  ...(evaluation === undefined || evaluation === ''
    ? []
    : ['cranfield', 'cosqa-dev'].map((name) => ({
        name,
        load: () => evaluationTexts(join(evaluation, name), isLong ? { documents: 5000, queries: 1000 } : { documents: 100, queries: 100 }),
      }))),
];

/** Indexes the texts. @returns every passage as the engine holds it */
async function index(bed: EngineBed, { documents }: ParityTexts): Promise<readonly StoredPoint[]> {
  await bed.index(documents);
  const { parts } = bed;
  const record = await parts.catalog.collections.get(COLLECTION);
  const points: StoredPoint[] = [];
  let next: string | undefined;
  do {
    const page = await parts.engines
      .get(record?.engine ?? '')
      .scroll({ collection: physicalName(COLLECTION, 1), limit: 500, ...(next === undefined ? {} : { after: next }) });
    points.push(...page.points);
    next = page.next;
  } while (next !== undefined);
  return points;
}

async function ask({ search }: EngineBed, query: string): Promise<readonly SearchHit[]> {
  const wanted = {
    query,
    collections: [COLLECTION],
    algorithm: 'keyword' as const,
    limit: TOP,
    per_document: 100,
    collapse: false,
    explain: true,
  };
  return (await search.run(SearchRequest.parse({ ...wanted, deadline_ms: 20_000 }), { principal: localOwner })).hits;
}

/** Where the two lists differ, each place must hold a passage whose score is the other's but for the tolerance. */
function expectTied(hits: readonly SearchHit[], expected: readonly ScoredPassage[], scores: ReadonlyMap<string, number>): void {
  expect(hits).toHaveLength(expected.length);
  for (const [at, { id }] of hits.entries()) expect(Math.abs((scores.get(id) ?? -1) - (expected[at]?.score ?? 0))).toBeLessThan(TOLERANCE);
}

describe.each(SETS)('keyword over $name', { timeout: 600_000 }, ({ load }) => {
  it.for(ALL_ENGINES)('has the ten best of brute-force BM25 on $name', async ({ name, supply }, context) => {
    if (supply.kind === 'none') return context.skip(supply.reason);
    const texts = await load();
    const bed = await EngineBed.open({ engine: name, command: supply.command, collection: COLLECTION });
    try {
      const reference = new BruteForce(await index(bed, texts));
      const queries = texts.queries.filter((query) => !reference.wouldRepair(query));
      let equal = 0;
      for (const query of queries) {
        const [hits, ranked] = [await ask(bed, query), reference.rank(query)];
        const expected = ranked.slice(0, TOP);
        if (hits.every(({ id }, at) => id === expected[at]?.id) && hits.length === expected.length) equal++;
        else expectTied(hits, expected, new Map(ranked.map(({ id, score }) => [id, score])));
        const lane = hits.map(({ explanation }) => explanation?.lanes['keyword']?.score ?? -1);
        expect(
          lane.every((score, at) => Math.abs(score - (expected[at]?.score ?? 0)) < TOLERANCE),
          query,
        ).toBe(true);
      }
      console.log(
        `${texts.name}, ${name}: ${equal.toString()} of ${queries.length.toString()} equal (${(texts.queries.length - queries.length).toString()} queries with repaired words left out)`,
      );
      expect(queries.length).toBeGreaterThan(10);
      expect(queries.length - equal).toBeLessThanOrEqual(Math.ceil(MOST_UNEQUAL * queries.length));
    } finally {
      await bed.close();
    }
  });
});
