import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { SearchRequest, localOwner } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, physicalName, type FullPoint } from '@tributary/engines-port';
import { analyseChunk } from '@tributary/ranking';
import { eventually } from '@tributary/testing';
import type { Killable } from './killable.fixture.js';

/** Versions at and above this are moments of acceptance. */
const MOMENTS_FROM = 1_000_000_000_000;

/** What a bulk ingest leaves: everything that must not depend on its history. */
export interface FinalState {
  /** By id: payload without moments, and the vector. */
  readonly points: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, string>;
  /** Records of work under way that were left behind. */
  readonly remains: readonly number[];
  readonly collections: readonly object[];
  /** N, total length and document frequencies, by question. */
  readonly statistics: readonly string[];
  readonly answers: readonly string[];
}

/** Asks the questions, ends the server, and reads everything from the data folder. */
export async function finalState(
  tributary: Killable,
  { collection, questions }: { collection: string; questions: readonly string[] },
): Promise<FinalState> {
  const answers = await answersTo(tributary, questions);
  await tributary.stop();
  const engine = EmbeddedEngine.open({ name: 'main', folder: join(tributary.folder, 'store', 'main') });
  try {
    const catalog = new Catalog(engine.records);
    const record = await catalog.collections.get(collection);
    const name = physicalName(collection, record?.generation ?? 1);
    const kinds = ['staged', 'staged-mark', 'source-removal'];
    return {
      answers,
      points: await pointsOf(engine, name),
      rows: await rowsOf(catalog),
      remains: await Promise.all(kinds.map((kind) => engine.records.count({ kind }))),
      collections: (await engine.listCollections()).map(({ name: physical, documents, points }) => ({ physical, documents, points })),
      statistics: await Promise.all(questions.map((question) => statisticsOf(engine, { name, question }))),
    };
  } finally {
    await engine.close();
  }
}

/** Relevance to nine digits: sums over the same postings may be added up in another order. */
async function answersTo(tributary: Killable, questions: readonly string[]): Promise<readonly string[]> {
  const operations = await tributary.operations();
  const answers: string[] = [];
  for (const query of questions) {
    const request = SearchRequest.parse({ query, limit: 10, deadline_ms: 30_000 });
    // On a busy machine a process may be slow to say that it is there.
    const { hits, coverage } = await eventually(() =>
      operations.search(request, { principal: localOwner, signal: AbortSignal.timeout(60_000) }),
    );
    const found = hits.map(({ uri, relevance }) => `${uri} ${relevance.toPrecision(9)}`);
    answers.push([query, ...coverage.map(({ collection, status }) => `${collection} ${status}`), ...found].join('\n'));
  }
  return answers;
}

async function pointsOf(engine: EmbeddedEngine, collection: string): Promise<ReadonlyMap<string, string>> {
  const points = new Map<string, string>();
  let after: string | undefined;
  do {
    const page = await engine.scroll({ collection, limit: 2000, ...(after === undefined ? {} : { after }) });
    for (const point of page.points) points.set(point.id, withoutMoments(point));
    after = page.next;
  } while (after !== undefined);
  return points;
}

function withoutMoments({ payload, vector }: FullPoint): string {
  const { indexed_at: _indexed, modified_at: _modified, doc_version: version, ...rest } = payload;
  const bytes = vector === undefined ? '' : createHash('sha256').update(new Uint8Array(vector.slice().buffer)).digest('hex');
  return JSON.stringify({ ...rest, version: versionOf(version), vector: bytes });
}

async function rowsOf(catalog: Catalog): Promise<ReadonlyMap<string, string>> {
  const rows = new Map<string, string>();
  for await (const {
    collection,
    key,
    accepted_at: _accepted,
    indexed_at: _indexed,
    sequence: _sequence,
    ...row
  } of catalog.documents.list())
    rows.set(`${collection}/${key}`, JSON.stringify({ ...row, version: versionOf(row.version) }));
  return rows;
}

function versionOf(version: number): number | string {
  return version >= MOMENTS_FROM ? 'a moment' : version;
}

async function statisticsOf(engine: EmbeddedEngine, { name, question }: { name: string; question: string }): Promise<string> {
  const { ids } = analyseChunk({ heading: '', content: question }).terms;
  const terms = [...ids].map((id) => ({ id, weight: 1 }));
  const { statistics } = await engine.nominate({ collection: name, lanes: ['keyword'], limit: 1, terms });
  return JSON.stringify(statistics);
}
