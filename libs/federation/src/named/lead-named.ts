import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { namedDefinition, type JudgedHit, type NamedDefinition } from '@tributary/ranking';
import { isTest } from '../close-look/test-files.js';
import { says } from '../conditions/says.js';
import type { NamedDocument, Nomination } from '../nominate/nominate-collection.js';
import { documentOf } from '../refine/refine.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import { assigns } from './assigns.js';
import { byLines } from './by-lines.js';
import { endsOfPaths } from './ends-with-path.js';
import { filesBelow } from './files-below.js';
import { ownersOf } from './owners.js';

type Judged = JudgedHit<Candidate>;

/** Passages of the judge's order that are looked at for a definition, or a file. */
const LOOKED_AT = 64;
/** Of the time before the reranker. */
const READ_SHARE = 0.2;

interface LeadInput {
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  /** Places of counted terms that the query says and nothing else. */
  readonly namesAt: readonly number[];
  readonly plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>;
}

/** The judge's order, led by what the query calls by its name: the files it names by their paths, of a query that is nothing but the name of a definition the
 *  passages that define it, and of one that is nothing but names with signs (`C#`) those that say them. What leads keeps the judge's order; of a file that was asked for and nothing else it is that of its lines. */
export async function leadNamed(judged: readonly Judged[], input: LeadInput): Promise<readonly Judged[]> {
  if (input.plan.request.algorithm !== 'hybrid') return judged;
  const files = filesAmong(judged, input.nominations);
  if (files.size === 0) {
    // A date may be folders of a path (`2024/05/01`).
    const below = await lookBelow(judged, input);
    const leading = below.length > 0 ? below : sayingNames(judged, input);
    return led(judged, asJudged(leading.length > 0 ? leading : await definitions(judged, input)));
  }
  const whole = new Map([...files].filter(([, { isAll }]) => isAll));
  const others = [...files.keys()].filter((hit) => !whole.has(hit));
  return led(
    judged,
    [...byLines(whole), ...others].map((hit) => ({ hit, relevance: whole.has(hit) ? 1 : hit.relevance })),
  );
}

/** With these first, in their order, above all others. */
function led(judged: readonly Judged[], first: readonly { readonly hit: Judged; readonly relevance: number }[]): readonly Judged[] {
  const top = judged[0]?.score ?? 0;
  const leading = new Set(first.map(({ hit }) => hit));
  const lifted = first.map(({ hit, relevance }, at) => {
    const score = top + (first.length - at) / first.length;
    return { ...hit, score, relevance, signals: () => ({ ...hit.signals(), named: 1, score }) };
  });
  return [...lifted, ...judged.filter((hit) => !leading.has(hit))];
}

function asJudged(hits: readonly Judged[]) {
  return hits.map((hit) => ({ hit, relevance: hit.relevance }));
}

function filesAmong(judged: readonly Judged[], nominations: readonly Nomination[]): ReadonlyMap<Judged, NamedDocument> {
  return new Map(
    judged.flatMap((hit) => {
      const named = nominations[hit.collection]?.named?.get(hit.candidate.docId);
      return named === undefined ? [] : [[hit, named] as const];
    }),
  );
}

/** What says all names with signs where the query says nothing else: the judge knows their letters best. */
function sayingNames(judged: readonly Judged[], { namesAt }: LeadInput): readonly Judged[] {
  if (namesAt.length === 0) return [];
  return judged.filter(({ candidate }) => namesAt.every((at) => says(candidate, at)));
}

/** Of the best passages what leads in files whose paths end as the query says. */
async function lookBelow(judged: readonly Judged[], { passages, plan }: LeadInput): Promise<readonly Judged[]> {
  const ends = endsOfPaths(plan.request.query);
  if (ends.length === 0) return [];
  const limits = { deadline: plan.deadlines.rerank.share(READ_SHARE), signal: plan.signal };
  return filesBelow(ends, await passages.payloads(judged.slice(0, LOOKED_AT), limits));
}

/** The passages that define what the query is the name of; of tests only where nothing else does. Constants have no symbols: they are defined where they get their value. */
async function definitions(judged: readonly Judged[], { passages, plan }: LeadInput): Promise<readonly Judged[]> {
  const wanted = namedDefinition(plan.request.query);
  if (wanted === undefined) return [];
  const limits = { deadline: plan.deadlines.rerank.share(READ_SHARE), signal: plan.signal };
  const payloads = await passages.payloads(judged.slice(0, LOOKED_AT), limits);
  const symbols = [...payloads].filter(([, payload]) => defines(payload, wanted));
  const defining = symbols.length > 0 ? symbols : [...payloads].filter(([, payload]) => givesValue(payload, wanted));
  const beyondTests = defining.filter(([, payload]) => !isTest(payload));
  const leading = (beyondTests.length > 0 ? beyondTests : defining).map(([hit]) => hit);
  return fromTheFirst(leading);
}

/** Documents as they are judged; a definition that is cut begins where it begins. */
function fromTheFirst(hits: readonly Judged[]): readonly Judged[] {
  const documents = Map.groupBy(hits, documentOf);
  return [...documents.values()].flatMap((ofDocument) => ofDocument.toSorted((a, b) => a.candidate.chunkIndex - b.candidate.chunkIndex));
}

/** Constants of types are called by these, those of Go and of Python also by the folder or the file that is their package. */
function givesValue({ type, content, path = '', chunk_type, sym }: PointPayload, { name, within }: NamedDefinition): boolean {
  if (type !== 'code') return false;
  const owners = ownersOf(name, { code: content, around: chunk_type === 'class' ? sym : undefined });
  const isBeyondTypes = assigns(content, name) || owners.includes('');
  const [owner] = within.slice(-1);
  if (owner === undefined) return isBeyondTypes || owners.length > 0;
  return owners.includes(owner) || (isBeyondTypes && packagesOf(path).includes(owner));
}

function packagesOf(path: string): readonly string[] {
  const [file = '', folder = ''] = path.split('/').reverse();
  return [folder, file.replace(/\.[^.]*$/u, '')];
}

function defines({ sym, symbols = [], scope = '' }: PointPayload, { name, within }: NamedDefinition): boolean {
  if (sym !== name && !symbols.includes(name)) return false;
  const around = scope.split('.').slice(-within.length);
  return within.length === 0 || within.every((part, at) => around[at] === part);
}
