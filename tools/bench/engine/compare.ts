// A fresh process that asks the engine and the peer the same queries by turns, everything warm, and prints the percentiles of each round.
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { NominateRequest } from '@tributary/engines-port';
import { percentile } from '../figure.js';
import { Corpus, type AskedQuery } from './corpus.js';
import { DirectIndex } from './direct-index.js';

const ROUNDS = 3;
const QUERIES = 40;
const WARM_UP = 15;
const LIMIT = 100;
const HITS = 10;
const [folder = '', peerFile = '', collection = '', seed = '1', dimension = '', cacheKib = ''] = process.argv.slice(2);

const engine = EmbeddedEngine.open({ name: 'main', folder });
const direct = new DirectIndex(peerFile, { dimension: Number(dimension), cacheKib: Number(cacheKib) });
const corpus = new Corpus(Number(seed));
const queries = Array.from({ length: ROUNDS * QUERIES }, () => corpus.askedQuery(collection));

const nominated = async (request: NominateRequest, lanes: NominateRequest['lanes']): Promise<readonly (readonly string[])[]> => {
  const result = await engine.nominate({ ...request, lanes, words: [], limit: LIMIT });
  return lanes.map((lane) => {
    const answer = result.lanes[lane];
    if (answer?.status !== 'searched') throw new Error(`The ${lane} lane did not answer.`);
    return answer.ranking.map(({ candidate }) => result.candidates[candidate]?.id ?? '');
  });
};
const vectorOf = ({ vector }: NominateRequest): Float32Array => vector ?? new Float32Array(Number(dimension));

/** Each kind of search: ours and the peer’s. Ours also brings what the judge needs of every candidate. */
const KINDS: Readonly<Record<string, { ours: (query: AskedQuery) => Promise<unknown>; peer: (query: AskedQuery) => unknown }>> = {
  semantic: {
    ours: ({ request }) => nominated(request, ['semantic']),
    peer: ({ request }) => direct.semantic(vectorOf(request), LIMIT),
  },
  keyword: {
    ours: ({ request }) => nominated(request, ['keyword']),
    peer: ({ words }) => direct.keyword(words, LIMIT),
  },
  hybrid: {
    ours: async ({ request }) => engine.read(collection, { ids: best(await nominated(request, ['semantic', 'keyword'])) }),
    peer: ({ request, words }) => direct.payloads(best([direct.semantic(vectorOf(request), LIMIT), direct.keyword(words, LIMIT)])),
  },
};

/** The first hits by reciprocal rank with equal weights (k = 60). */
function best(rankings: readonly (readonly string[])[]): readonly string[] {
  const scores = new Map<string, number>();
  for (const ranking of rankings) for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + rank));
  return [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, HITS)
    .map(([id]) => id);
}

async function timed(call: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

for (const [kind, { ours, peer }] of Object.entries(KINDS)) {
  for (const query of queries.slice(0, WARM_UP)) await Promise.all([ours(query), peer(query)]);
  for (let round = 0; round < ROUNDS; round++) {
    const times = { ours: new Array<number>(), peer: new Array<number>() };
    for (const [n, query] of queries.slice(round * QUERIES, (round + 1) * QUERIES).entries()) {
      const turns = n % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const);
      for (const who of turns) times[who].push(await timed(() => (who === 'ours' ? ours(query) : peer(query))));
    }
    const values = [times.ours, times.peer].flatMap((list) => [percentile(list, 0.5), percentile(list, 0.95)]);
    process.stdout.write(`${kind}-${round.toString()} ${values.join(' ')}\n`);
  }
}
direct.close();
await engine.close();
