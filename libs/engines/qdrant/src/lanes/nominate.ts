import type { Schemas } from '@qdrant/js-client-rest';
import type { Lane } from '@tributary/contracts';
import type { LaneResult, NominateRequest, NominateResult } from '@tributary/engines-port';
import type { VectorLayout } from '../points/point-codec.js';
import type { Call, PointStore } from '../points/point-store.js';
import { readSettled } from '../read/settled.js';
import type { Vocabularies } from '../vocabulary/vocabularies.js';
import { Bm25Lane, byScore, type Ranked } from './bm25-lane.js';
import { NOMINEE_FIELDS, nomineeOf, type Nominee } from './nominee.js';
import { withSignals } from './signals.js';
import type { Statistics } from './statistics.js';

export interface NominateContext {
  readonly store: PointStore;
  readonly statistics: Statistics;
  readonly vocabularies: Vocabularies;
  readonly layout: VectorLayout;
  /** The filter of the request in the server's words: part of every lane. */
  readonly filter: Schemas['Filter'];
  readonly termOf: (word: string) => number | undefined;
  readonly now: () => number;
  /** True to compare with every vector instead of going by the graph. */
  readonly isExact: boolean;
}

type Rankings = Partial<Record<Lane, readonly Ranked[]>>;

/** Runs the lanes of a collection as one batch and gives every candidate every signal. */
export async function nominate(request: NominateRequest, context: NominateContext & Call): Promise<NominateResult> {
  const { store, now, collection, signal } = context;
  const call: Call = { collection, signal };
  const startedAt = performance.now();
  const { lanes, statistics } = await prepare(request, context);
  const { result, shows } = await readSettled(
    async () => {
      const rankings = await runLanes(request, { ...context, lanes });
      return { result: rankings, chunks: nomineesOf(rankings) };
    },
    { ...call, store, now },
  );
  const rankings = keep(result, shows);
  const nominees = nomineesOf(rankings);
  const candidates = await withSignals(nominees, { ...call, query: request, layout: context.layout, store });
  const places = new Map(nominees.map(({ id }, place) => [id, place]));
  const ms = performance.now() - startedAt;
  return { candidates, lanes: resultsOf(rankings, { places, ms }), statistics };
}

/** Lexical lanes as they are to be run, with the counts they rest on. */
interface Prepared {
  readonly keyword?: () => Bm25Lane;
  readonly fuzzy?: () => Bm25Lane;
}

async function prepare(request: NominateRequest, context: NominateContext & Call) {
  const { lanes, terms, words = [], limit } = request;
  const { statistics, vocabularies, termOf, collection, signal } = context;
  const call: Call = { collection, signal };
  const isFuzzy = lanes.includes('fuzzy') && words.length > 0;
  const alike = isFuzzy ? await vocabularies.fuzzyTerms(words, { ...call, termOf }) : [];
  const all = await statistics.of(
    [...terms, ...alike].map(({ id }) => id),
    call,
  );
  const frequencies = { ...all, documentFrequency: all.documentFrequency.slice(0, terms.length) };
  const alikeFrequencies = { ...all, documentFrequency: all.documentFrequency.slice(terms.length) };
  const prepared: Prepared = {
    ...(lanes.includes('keyword') && terms.length > 0 ? { keyword: () => new Bm25Lane(terms, { statistics: frequencies, limit }) } : {}),
    ...(isFuzzy ? { fuzzy: () => new Bm25Lane(alike, { statistics: alikeFrequencies, limit }) } : {}),
  };
  return { lanes: prepared, statistics: frequencies };
}

async function runLanes(
  { lanes, vector, limit }: NominateRequest,
  {
    lanes: prepared,
    store,
    filter,
    isExact,
    layout,
    collection,
    signal,
  }: Omit<NominateContext, 'statistics'> & Call & { readonly lanes: Prepared },
): Promise<Rankings> {
  const lexical = { ...(prepared.keyword ? { keyword: prepared.keyword() } : {}), ...(prepared.fuzzy ? { fuzzy: prepared.fuzzy() } : {}) };
  const isSemantic = lanes.includes('semantic') && vector !== undefined;
  const rankings: Rankings = isSemantic ? { semantic: [] } : {};
  let semantic =
    isSemantic && vector.some((x) => x !== 0) ? { query: [...vector], using: layout.dense, limit, params: { exact: isExact } } : undefined;
  for (;;) {
    const open = Object.values(lexical).filter((lane) => lane.ranking === undefined);
    const searches = [...(semantic ? [semantic] : []), ...open.map((lane) => lane.search)];
    if (searches.length === 0) break;
    const complete = searches.map((search) => ({ ...search, filter, with_payload: NOMINEE_FIELDS }));
    const answers = (await store.queryBatch(complete, { collection, signal })).map(rankedOf);
    if (semantic) rankings.semantic = (answers.shift() ?? []).toSorted(byScore);
    semantic = undefined;
    open.forEach((lane, i) => {
      lane.take(answers[i] ?? []);
    });
  }
  if (lexical.keyword) rankings.keyword = lexical.keyword.ranking ?? [];
  if (lexical.fuzzy) rankings.fuzzy = lexical.fuzzy.ranking ?? [];
  return rankings;
}

function rankedOf(points: readonly Schemas['ScoredPoint'][]): Ranked[] {
  return points.map((point) => ({ nominee: nomineeOf(point), score: point.score }));
}

/** Every nominee once, in the order of the lanes. */
function nomineesOf({ semantic = [], keyword = [], fuzzy = [] }: Rankings): readonly Nominee[] {
  const byId = new Map<string, Nominee>();
  for (const { nominee } of [...semantic, ...keyword, ...fuzzy]) if (!byId.has(nominee.id)) byId.set(nominee.id, nominee);
  return [...byId.values()];
}

function keep(rankings: Rankings, shows: (nominee: Nominee) => boolean): Rankings {
  return mapLanes(rankings, (ranking) => ranking.filter(({ nominee }) => shows(nominee)));
}

function resultsOf(
  rankings: Rankings,
  { places, ms }: { readonly places: ReadonlyMap<string, number>; readonly ms: number },
): NominateResult['lanes'] {
  return mapLanes(rankings, (ranking): LaneResult => ({
    status: 'searched',
    ranking: ranking.map(({ nominee, score }) => ({ candidate: places.get(nominee.id) ?? 0, score })),
    ms,
  }));
}

function mapLanes<T>({ semantic, keyword, fuzzy }: Rankings, map: (ranking: readonly Ranked[]) => T): Partial<Record<Lane, T>> {
  return {
    ...(semantic ? { semantic: map(semantic) } : {}),
    ...(keyword ? { keyword: map(keyword) } : {}),
    ...(fuzzy ? { fuzzy: map(fuzzy) } : {}),
  };
}
