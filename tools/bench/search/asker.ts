// A fresh process that asks ours and the peer the same queries by turns, and says in its last line how long each took.
import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize } from 'node:v8';
import type { Algorithm } from '@tributary/contracts';
import { allocateYoung, HeapLimits } from '@tributary/platform';
import { parseQuery } from '@tributary/ranking';
import { DEPTHS, type Built } from './build.ts';
import { ONE, PARTS, peerIn, storeIn } from './places.ts';
import { SHARES } from './documents.ts';
import { recall } from './exact.ts';
import { ingestOurs, ingestPeer } from './ingest.ts';
import { Ours, judged, type OurQuery, type OurSearch } from './ours.ts';
import { Peer } from './peer.ts';
import { measure, type Contender, type Measured, type Scenario } from './stretch.ts';

const ALGORITHMS = ['semantic', 'keyword', 'fuzzy', 'rrf', 'hybrid'] as const satisfies readonly Algorithm[];
const WARM_UP = 100;
const PEER_WARM_UP = 10;
const JUDGED = 300;
const JUDGE_RUNS = 50;

export interface Asked {
  readonly scenarios: Readonly<Record<string, readonly Measured[]>>;
  /** At each of `DEPTHS`. */
  readonly recall: { readonly ours: readonly number[]; readonly peer: readonly number[] };
  /** Milliseconds of the judge over 300 candidates. */
  readonly judge: readonly number[];
  /** Chunks a second that were written where it says "writing". */
  readonly written: { readonly ours: number; readonly peer: number };
}

interface Query extends OurQuery {
  /** Without stop words, for the peer. */
  readonly words: readonly string[];
}

// As every process of ours that searches.
allocateYoung();
const limits = HeapLimits.start();
const [folder = '', builtFile = '', secondsGiven = '1'] = process.argv.slice(2);
const seconds = Number(secondsGiven);
// Safe: the bench wrote this file.
const built = deserialize(readFileSync(builtFile)) as Built;
const ours = new Ours(storeIn(folder));
const peer = new Peer(peerIn(folder));
const queries: readonly Query[] = built.queries.map((text) => {
  const [vector = new Float32Array(256)] = ours.model.embedSync([text]);
  return { text, vector, words: parseQuery(text).words };
});
const [ownIngest, peerIngest] = [ingestOurs(ours, ONE, built.spare), ingestPeer(peerIn(folder), built.spare)];

const own = (search: Partial<OurSearch> = {}, isWriting = false): Contender<Query> => ({
  name: 'ours',
  ask: (query) => ours.run(query, { collections: [ONE], ...search }),
  keepsVectors: true,
  ingest: isWriting ? ownIngest : undefined,
});
const other = (share?: number, isWriting = false): Contender<Query> => ({
  name: 'peer',
  ask: ({ vector, words }) => peer.hybrid({ vector, words, share }),
  ingest: isWriting ? peerIngest : undefined,
});

function scenarios(): readonly Scenario<Query>[] {
  const list: Scenario<Query>[] = [];
  for (const clients of [1, 16]) {
    const suffix = `${clients.toString()} client${clients === 1 ? '' : 's'}`;
    list.push({ name: `hybrid, ${suffix}`, clients, ms: 2_500 * seconds, contenders: [own(), other()] });
    for (const [tag, share] of Object.entries(SHARES)) {
      const filter = { must: [{ key: 'tags', match: { value: tag } }] };
      list.push({
        name: `filter ${tag}, ${suffix}`,
        clients,
        ms: 700 * seconds,
        warmUp: 'once',
        contenders: [own({ filter }), other(share), { ...own(), name: 'unfiltered' }],
      });
    }
    const parts = { ...own({ collections: PARTS }), name: 'parts' };
    // Long enough for all queries.
    list.push({
      name: `parts, ${suffix}`,
      clients,
      ms: 2_500 * seconds,
      warmUp: 'each round',
      contenders: [parts, { ...own(), name: 'one' }],
    });
  }
  for (const isWriting of [false, true]) {
    const contenders = ALGORITHMS.map((algorithm) => ({ ...own({ algorithm }, isWriting), name: algorithm }));
    list.push({ name: `algorithms${isWriting ? ', writing' : ''}`, clients: 1, ms: 700 * seconds, contenders });
  }
  for (const clients of [1, 16]) {
    const name = `hybrid, ${clients.toString()} client${clients === 1 ? '' : 's'}, writing`;
    list.push({ name, clients, ms: 2_500 * seconds, contenders: [own({}, true), other(undefined, true)] });
  }
  return list;
}

async function nominated({ text, vector }: Query, limit: number) {
  const { terms, words } = parseQuery(text);
  const result = await ours.engine.nominate({
    collection: `${ONE}__g1`,
    lanes: ['semantic', 'keyword', 'fuzzy'],
    ...{ limit, terms, words, vector, common: vector, withVectors: true },
  });
  return { result, terms, words };
}

async function recalls(): Promise<Asked['recall']> {
  const slotOf = new Map(built.ids.map((id, slot) => [id, slot]));
  const found = { ours: new Array<readonly number[]>(), peer: new Array<readonly number[]>() };
  for (const query of queries.slice(0, built.exact.length)) {
    const { result } = await nominated(query, 100);
    const lane = result.lanes.semantic;
    const ranking = lane?.status === 'searched' ? lane.ranking : [];
    found.ours.push(ranking.map(({ candidate }) => slotOf.get(result.candidates[candidate]?.id ?? '') ?? -1));
    found.peer.push(peer.semantic(query).map((slot) => slot - 1));
  }
  const mean = (lists: readonly (readonly number[])[], depth: number) =>
    lists.reduce((sum, list, at) => sum + recall(list, built.exact[at] ?? {}, depth), 0) / Math.max(1, lists.length);
  return { ours: DEPTHS.map((depth) => mean(found.ours, depth)), peer: DEPTHS.map((depth) => mean(found.peer, depth)) };
}

/** Judges the first 300 candidates that the three lanes name for each query. */
async function judgeTimes(): Promise<readonly number[]> {
  const times: number[] = [];
  for (const query of queries.slice(0, JUDGE_RUNS)) {
    const { result, terms, words } = await nominated(query, JUDGED);
    const one = { ...result, candidates: result.candidates.slice(0, JUDGED), lanes: {} };
    const startedAt = performance.now();
    judged([one], { terms, words });
    times.push(performance.now() - startedAt);
  }
  return times;
}

for (const query of queries.slice(0, WARM_UP)) await ours.run(query, { collections: [ONE] });
for (const query of queries.slice(0, WARM_UP)) await ours.run(query, { collections: PARTS });
for (const { vector, words } of queries.slice(0, PEER_WARM_UP)) peer.hybrid({ vector, words });
const results: Record<string, readonly Measured[]> = {};
const quality = await recalls();
const judging = await judgeTimes();
for (const scenario of scenarios()) {
  results[scenario.name] = await measure(scenario, queries);
  process.stderr.write(`${scenario.name}\n`);
}
await Promise.all([ownIngest.close(), peerIngest.close()]);
peer.close();
await ours.close();
limits.stop();
const written = { ours: ownIngest.rate(), peer: peerIngest.rate() };
const asked: Asked = { scenarios: results, recall: quality, judge: judging, written };
writeFileSync(`${builtFile}.asked.json`, JSON.stringify(asked));
