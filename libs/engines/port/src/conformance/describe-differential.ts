import { Filter, type Lane } from '@tributary/contracts';
import { SeededRandom, testSeed } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainTextAnalyser, type DocumentWrite, type Engine, type NominateRequest } from '../index.js';
import { rankingOf } from './behaviours/expectations.js';
import { agreement, pairsOf, Tally } from './differential/agreement.js';
import type { EngineHarness, SuiteAnalyser } from './harness.js';
import { termOf } from './samples/analysis.js';
import { randomCorpus } from './samples/random-corpus.js';
import { randomFilter } from './samples/random-filter.js';
import { misspelt, randomWord } from './samples/random-text.js';
import { sampleCard } from './samples/sample-card.js';
import { COMMON_DIMENSION } from './samples/sample-document.js';
import { sized } from './samples/size.js';
import { randomVector } from './samples/vectors.js';

const DIMENSION = 16;
const LANES: readonly Lane[] = ['semantic', 'keyword', 'fuzzy'];
const LEAST_AGREEMENT = 0.99;
/** Queries after which the agreement so far is printed. */
const TOLD_EVERY = 500;
const TIMEOUT_MS = sized(600_000, 14_400_000);

/** One of the engines compared: how it is opened, with exact search; or why it cannot be here. */
export type DifferentialEngine =
  | { readonly name: string; readonly makeHarness: (analyser: SuiteAnalyser) => Promise<EngineHarness> }
  | { readonly name: string; readonly missing: string };

/** The same data and the same random filtered queries for several engines with the same k1 and b: equal counts, and the same ten best in every lane. */
export function describeDifferential(engines: readonly DifferentialEngine[]): void {
  describe('the same data and queries in every engine', { timeout: TIMEOUT_MS }, () => {
    const open: { readonly name: string; readonly harness: EngineHarness }[] = [];
    beforeAll(async () => {
      for (const one of engines)
        if ('makeHarness' in one) open.push({ name: one.name, harness: await one.makeHarness({ ...plainTextAnalyser, termOf }) });
    }, TIMEOUT_MS);
    afterAll(async () => {
      for (const { harness } of open) await harness.close();
    });

    for (const one of engines) if ('missing' in one) it(`are not asked of ${one.name}`, (context) => context.skip(one.missing));

    it('are answered alike: equal counts, and of the ten best of a lane 99 of 100', async () => {
      const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
      const collection = `differential-${randomUUID().slice(0, 8)}__g1`;
      const corpus = randomCorpus(random, { collection, documents: 150, dimension: DIMENSION });
      await Promise.all(open.map(({ harness }) => fill(harness.engine, collection, corpus)));
      const ids = corpus.flatMap(({ points }) => points.map(({ id }) => id));
      const tally = new Tally();
      for (let n = 0; n < sized(100, 10_000); n++) {
        const request = randomRequest(random, { collection, ids });
        const answers = await Promise.all(open.map(({ name, harness }) => ask(name, harness.engine, request)));
        expect(new Set(answers.map(({ count }) => count)).size, JSON.stringify(request.filter)).toBe(1);
        for (const [a, b] of pairsOf(answers))
          for (const lane of LANES) tally.add(`${a.name} and ${b.name}, ${lane}`, agreement(a.rankings[lane], b.rankings[lane]));
        if ((n + 1) % TOLD_EVERY === 0) console.log(`after ${(n + 1).toString()} queries\n${tally.lines().join('\n')}`);
      }
      for (const { name, mean } of tally.means()) expect(mean, name).toBeGreaterThanOrEqual(LEAST_AGREEMENT);
      await Promise.all(open.map(({ harness }) => harness.engine.dropCollection(collection)));
    });
  });
}

async function fill(engine: Engine, collection: string, corpus: readonly DocumentWrite[]): Promise<void> {
  await engine.createCollection(collection, sampleCard(DIMENSION));
  for (let from = 0; from < corpus.length; from += 10) {
    await Promise.all(corpus.slice(from, from + 10).map((document) => engine.writeDocument(document)));
  }
}

function randomRequest(
  random: SeededRandom,
  { collection, ids }: { readonly collection: string; readonly ids: readonly string[] },
): NominateRequest & { readonly filter: Filter } {
  const terms = [...new Set(Array.from({ length: 1 + random.below(4) }, () => termOf(randomWord(random))))];
  return {
    collection,
    lanes: LANES,
    limit: 10,
    filter: random.next() < 0.8 ? Filter.parse(randomFilter(random, ids)) : {},
    terms: terms.map((id) => ({ id, weight: 1 })),
    words: [misspelt(random, randomWord(random))],
    vector: randomVector(random, DIMENSION),
    common: randomVector(random, COMMON_DIMENSION),
  };
}

async function ask(name: string, engine: Engine, request: NominateRequest & { readonly filter: Filter }) {
  const [result, count] = await Promise.all([engine.nominate(request), engine.count(request.collection, request.filter)]);
  const rankings = { semantic: rankingOf(result, result.lanes.semantic), keyword: rankingOf(result, result.lanes.keyword), fuzzy: rankingOf(result, result.lanes.fuzzy) }; // oxfmt-ignore
  return { name, count, rankings };
}
