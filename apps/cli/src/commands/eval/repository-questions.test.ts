import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { startStandalone } from '@tributary/composition';
import { SearchRequest, localOwner, type CallContext, type Operations, type SearchInput } from '@tributary/contracts';
import { meanMeasures, measure, readQuestions, type Measures } from '@tributary/evaluation';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './copied-repository.fixture.js';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const QUESTIONS = join(ROOT, 'tools/eval/repository');
const PATIENCE_MS = 240_000;
/** At most two passages of a document come, so that these hold ten documents wherever so many fit. */
const LIMIT = 30;
/** A little below the measured mean, since files come and go; 0.70 is the aim, and is missed (tools/eval/repository/README.md). */
const REACHED = 0.65;

const context = (): CallContext => ({ principal: localOwner, signal: AbortSignal.timeout(PATIENCE_MS) });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
let files: ReadonlySet<string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const location = join(folder.path, 'tributary');
  files = await copyRepository(ROOT, location);
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
  await server.operations.addSource({ location, trusted_path: true, wait_ms: 30_000 }, context());
  await eventually(() => indexed(server.operations), PATIENCE_MS);
}, PATIENCE_MS);

afterAll(async () => {
  await server.close();
  await folder.remove();
});

async function indexed(operations: Pick<Operations, 'status'>): Promise<void> {
  const { sources } = await operations.status(context());
  expect(sources.map(({ state, pending, failed }) => ({ state, pending, failed }))).toEqual([{ state: 'idle', pending: 0, failed: 0 }]);
}

/** Paths of the documents of an answer, best first, each once. */
async function ask(query: string, algorithm: SearchInput['algorithm']): Promise<readonly string[]> {
  const request = SearchRequest.parse({ query, algorithm, limit: LIMIT, deadline_ms: 30_000 });
  const { hits, coverage } = await server.operations.search(request, context());
  expect(coverage.map(({ status }) => status)).toEqual(['searched', 'searched']);
  return [...new Set(hits.map(({ path = '' }) => path))];
}

/** Mean nDCG@10 over all questions. */
async function score(algorithm: SearchInput['algorithm']): Promise<number> {
  const { queries, judgments } = await readQuestions(QUESTIONS);
  const all: Measures[] = [];
  for (const { id, text } of queries) all.push(measure(await ask(text, algorithm), judgments.get(id) ?? new Map<string, number>()));
  return meanMeasures(all).ndcg10;
}

describe('questions about this repository', { timeout: PATIENCE_MS }, () => {
  it('are judged by files that are there', async () => {
    const { queries, judgments } = await readQuestions(QUESTIONS);
    expect(queries.length).toBeGreaterThanOrEqual(60);
    expect([...judgments.values()].flatMap((judged) => [...judged.keys()]).filter((path) => !files.has(path))).toEqual([]);
  });

  it('are answered better by hybrid search than by either lane, and as well as before', async () => {
    const [hybrid, semantic, keyword] = [await score('hybrid'), await score('semantic'), await score('keyword')];
    const figures = Object.entries({ hybrid, semantic, keyword }).map(([name, ndcg10]) => `${name} ${ndcg10.toFixed(3)}`);
    console.log(`questions about this repository, nDCG@10: ${figures.join(', ')}`);
    expect(hybrid).toBeGreaterThan(Math.max(semantic, keyword));
    expect(hybrid).toBeGreaterThanOrEqual(REACHED);
  });
});
