import { join } from 'node:path';
import { SearchRequest, embedChunksQueue, ingestDocumentQueue, localOwner, type SearchHit } from '@tributary/contracts';
import { physicalName, type StoredPoint } from '@tributary/engines-port';
import { Search } from '@tributary/federation';
import { AcceptDocuments, EmbedChunksJob, IngestDocumentJob } from '@tributary/ingestion';
import { JobHost } from '@tributary/messaging-port';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { composeParts, type Parts } from '../../parts/compose-parts.js';
import { BruteForce, type ScoredPassage } from './brute-force.fixture.js';
import { evaluationTexts, generatedTexts, type ParityTexts } from './parity-texts.fixture.js';

const TOP = 10;
/** Of all queries; at least one may differ. */
const MOST_UNEQUAL = 0.01;
const TOLERANCE = 1e-4;
const COLLECTION = 'texts';
const isLong = process.env['TRIBUTARY_TEST_LONG'] === '1';
const evaluation = process.env['TRIBUTARY_TEST_EVAL_DIR'];

const ENGINES = [
  { name: 'embedded', supply: { kind: 'program' as const, command: '' } },
  { name: 'qdrant', supply: findQdrantProgram() },
  { name: 'chroma', supply: findChromaProgram() },
] as const;

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

interface Bed {
  readonly parts: Parts;
  readonly search: Search;
  close(): Promise<void>;
}

async function open(engine: (typeof ENGINES)[number]['name'], command: string): Promise<Bed> {
  const folder = await temporaryFolder();
  const server = engine === 'embedded' ? undefined : await (engine === 'qdrant' ? startQdrantServer(command) : startChromaServer(command));
  const other = server === undefined ? {} : { other: { type: engine, url: server.url } };
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['engines'], value: { main: { type: 'embedded' }, ...other }, flag: 'engines' },
      { path: ['primary'], value: 'main', flag: 'primary' },
      ...(server === undefined ? [] : [{ path: ['collections'], value: { [COLLECTION]: { engine: 'other' } }, flag: 'collections' }]),
    ],
  });
  const parts = await composeParts({ configuration, logger: silentLogger, queueKind: 'local' });
  const handles = [ingestDocumentQueue, embedChunksQueue].map((queue) => ({ queue, concurrency: 16 }));
  const host = new JobHost({ queues: parts.queues, handles, jobs: [new IngestDocumentJob(parts), new EmbedChunksJob(parts)] });
  await host.start();
  return {
    parts,
    search: new Search(parts),
    close: async () => {
      await host.stop(2000);
      await parts.close();
      await server?.remove();
      await folder.remove();
    },
  };
}

/** Indexes the texts and waits for them. @returns every passage as the engine holds it */
async function index({ parts, search }: Bed, { documents }: ParityTexts): Promise<readonly StoredPoint[]> {
  const outcomes = await new AcceptDocuments(parts).run(documents.map((document) => ({ v: 1, collection: COLLECTION, ...document })));
  const after = [...new Set(outcomes.flatMap(({ token }) => token ?? []))];
  const request = SearchRequest.parse({ query: 'anything', collections: [COLLECTION], after: after.slice(-100), wait_ms: 30_000 });
  const { coverage } = await search.run(request, { principal: localOwner });
  expect(coverage).toMatchObject([{ status: 'searched' }]);
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

async function ask({ search }: Bed, query: string): Promise<readonly SearchHit[]> {
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
  it.for(ENGINES)('has the ten best of brute-force BM25 on $name', async ({ name, supply }, context) => {
    if (supply.kind === 'none') return context.skip(supply.reason);
    const texts = await load();
    const bed = await open(name, supply.command);
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
