import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { namedDefinition, type JudgedHit, type NamedDefinition, type NamedPath } from '@tributary/ranking';
import { isTest } from '../close-look/test-files.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';

type Judged = JudgedHit<Candidate>;

/** Passages of the judge's order that are looked at for a definition. */
const LOOKED_AT = 64;
/** Of the time before the reranker. */
const READ_SHARE = 0.2;

interface LeadInput {
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  readonly plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>;
}

/** The judge's order, led by what the query calls by its name: the files it names by their paths, and of a query that is nothing but the name of a definition the
 *  passages that define it. What leads keeps the judge's order; of a file that was asked for and nothing else it is that of its lines. */
export async function leadNamed(judged: readonly Judged[], input: LeadInput): Promise<readonly Judged[]> {
  if (input.plan.request.algorithm !== 'hybrid') return judged;
  const files = filesAmong(judged, input.nominations);
  if (files.size === 0) return led(judged, await definitions(judged, input));
  const whole = new Map([...files].filter(([, { isAll }]) => isAll));
  if (whole.size === 0) return led(judged, [...files.keys()]);
  const relevant = (hit: Judged): Judged => (whole.has(hit) ? { ...hit, relevance: 1 } : hit);
  const inOrder = await byLines(whole, input);
  const replaced = new Map(judged.map((hit) => [hit, relevant(hit)]));
  return led(
    judged.map((hit) => replaced.get(hit) ?? hit),
    inOrder.map((hit) => replaced.get(hit) ?? hit),
  );
}

/** With these first, in their order, above all others. */
function led(judged: readonly Judged[], first: readonly Judged[]): readonly Judged[] {
  const top = judged[0]?.score ?? 0;
  const leading = new Set(first);
  const lifted = first.map((hit, at) => {
    const score = top + (first.length - at) / first.length;
    return { ...hit, score, signals: () => ({ ...hit.signals(), named: 1, score }) };
  });
  return [...lifted, ...judged.filter((hit) => !leading.has(hit))];
}

function filesAmong(judged: readonly Judged[], nominations: readonly Nomination[]): ReadonlyMap<Judged, NamedPath> {
  return new Map(
    judged.flatMap((hit) => {
      const named = nominations[hit.collection]?.named?.get(hit.candidate.docId);
      return named === undefined ? [] : [[hit, named] as const];
    }),
  );
}

/** Documents as they are judged; the passages of each from its first line, or from the line that was asked for. */
async function byLines(files: ReadonlyMap<Judged, NamedPath>, { passages, plan }: LeadInput): Promise<readonly Judged[]> {
  const hits = [...files.keys()];
  const asksForLine = [...files.values()].some(({ line }) => line !== undefined);
  const payloads = asksForLine ? await passages.payloads(hits, limitsOf(plan)) : new Map<Judged, PointPayload>();
  const holdsLine = (hit: Judged) => {
    const line = files.get(hit)?.line;
    const range = payloads.get(hit)?.range;
    return line !== undefined && range !== undefined && line >= range.start[0] && line <= range.end[0];
  };
  const documents = Map.groupBy(hits, ({ collection, candidate }) => `${collection.toString()}/${candidate.docId}`);
  return [...documents.values()].flatMap((ofDocument) =>
    ofDocument.toSorted((a, b) => Number(holdsLine(b)) - Number(holdsLine(a)) || a.candidate.chunkIndex - b.candidate.chunkIndex),
  );
}

/** The passages that define what the query is the name of; of tests only where nothing else does. */
async function definitions(judged: readonly Judged[], { passages, plan }: LeadInput): Promise<readonly Judged[]> {
  const wanted = namedDefinition(plan.request.query);
  if (wanted === undefined) return [];
  const payloads = await passages.payloads(judged.slice(0, LOOKED_AT), limitsOf(plan));
  const defining = [...payloads].filter(([, payload]) => defines(payload, wanted));
  const tested = defining.filter(([, payload]) => !isTest(payload));
  return (tested.length > 0 ? tested : defining).map(([hit]) => hit);
}

function defines({ sym, symbols = [], scope = '' }: PointPayload, { name, within }: NamedDefinition): boolean {
  if (sym !== name && !symbols.includes(name)) return false;
  const around = scope.split('.').slice(-within.length);
  return within.length === 0 || within.every((part, at) => around[at] === part);
}

function limitsOf({ deadlines, signal }: LeadInput['plan']) {
  return { deadline: deadlines.rerank.share(READ_SHARE), signal };
}
