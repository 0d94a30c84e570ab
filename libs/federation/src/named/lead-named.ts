import type { Candidate } from '@tributary/engines-port';
import { askedDefinition, type AskedDefinition, type JudgedHit } from '@tributary/ranking';
import { says } from '../conditions/says.js';
import type { NamedDocument, Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import { byLines } from './by-lines.js';
import { endsOfPaths } from './ends-with-path.js';
import { documentOf } from '../refine/refine.js';
import { filesBelow } from './files-below.js';
import { framesAmong, quotingAmong } from './lead-frames.js';
import { leadDefinitions, type Leading } from './lead-definitions.js';
import { leadIdentifiers } from './lead-identifiers.js';
import { leadMentioned } from './lead-mentioned.js';
import { leadUses } from './lead-uses.js';
import { inOtherStyle, isSaidAsWritten } from './other-style.js';
import { withinFiles } from './within-files.js';

type Judged = JudgedHit<Candidate>;

/** Passages of the judge's order that are looked at for a definition, or a file. */
const LOOKED_AT = 64;
/** Of the time before the reranker. */
const READ_SHARE = 0.2;

/** What leads by what is asked about a definition. */
const LEADS = { definition: leadDefinitions, uses: leadUses, more: leadMentioned } as const;

interface LeadInput {
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  /** Places of counted terms that the query says and nothing else. */
  readonly namesAt: readonly number[];
  readonly plan: Pick<SearchPlan, 'request' | 'deadlines' | 'signal'>;
}

/** The judge's order, led by what the query calls by its name: the files it names by their paths, the documents that are called so as a whole, of a query that is nothing but the name of a definition, or asks for one, the
 *  passages that define it, of one that asks for its uses those that say it, and of one that is nothing but names with signs (`C#`) those that say them. What leads keeps the judge's order; of a file that was asked for and nothing else it is that of its lines. */
export async function leadNamed(judged: readonly Judged[], input: LeadInput): Promise<readonly Judged[]> {
  if (input.plan.request.algorithm !== 'hybrid') return judged;
  const files = filesAmong(judged, input.nominations);
  if (files.size === 0) return ledByTitled(await ledByParts(judged, input), input.nominations);
  const whole = new Map([...files].filter(([, { isAll }]) => isAll));
  const others = framesAmong(files, judged) ?? (await amidWords(new Map([...files].filter(([hit]) => !whole.has(hit))), input));
  return led(
    judged,
    [...byLines(whole), ...others].map((hit) => ({ hit, relevance: whole.has(hit) ? 1 : hit.relevance })),
  );
}

/** Of files that the query calls by their paths amid other words: with what it asks for of them. */
async function amidWords(files: ReadonlyMap<Judged, NamedDocument>, input: LeadInput): Promise<readonly Judged[]> {
  const asked = files.size === 0 ? undefined : askedDefinition(input.plan.request.query);
  return withinFiles(files, asked && (await leadAsked([...files.keys()], { asked, ...input })));
}

/** Led by what the query names without being called so itself: files below folders, names with signs, definitions. */
async function ledByParts(judged: readonly Judged[], input: LeadInput): Promise<readonly Judged[]> {
  // A date may be folders of a path (`2024/05/01`).
  const below = await lookBelow(judged, input);
  const leading = below.length > 0 ? below : sayingNames(judged, input);
  if (leading.length > 0) return led(judged, asJudged(leading));
  const { hits, behind, followedBy } = await definitions(judged, input);
  const before = judged.filter((hit) => !hits.includes(hit)).slice(0, behind);
  return led(judged, asJudged([...hits, ...followedBy]), { before, followedBy });
}

/** Led by the best passage of each document that is called by the query, or by what it asks for as a whole. */
function ledByTitled(judged: readonly Judged[], nominations: readonly Nomination[]): readonly Judged[] {
  const titled = judged.filter(({ collection, candidate }) => nominations[collection]?.titled?.has(candidate.docId) === true);
  const best = [...new Map(titled.toReversed().map((hit) => [documentOf(hit), hit])).values()].toReversed();
  return best.length === 0
    ? judged
    : led(
        judged,
        best.map((hit) => ({ hit, relevance: 1 })),
      );
}

interface Beside {
  /** What stays above those that lead. */
  readonly before: readonly Judged[];
  /** Those that lead by no name of theirs, but since they stood there. */
  readonly followedBy: readonly Judged[];
}

/** With these first, in their order, above all others. */
function led(
  judged: readonly Judged[],
  first: readonly { readonly hit: Judged; readonly relevance: number }[],
  { before, followedBy }: Beside = { before: [], followedBy: [] },
): readonly Judged[] {
  const placed = new Set([...before, ...first.map(({ hit }) => hit)]);
  const rest = judged.filter((hit) => !placed.has(hit));
  const above = before.at(-1)?.score;
  const top = (above === undefined ? judged : rest)[0]?.score ?? above ?? 0;
  const step = above === undefined ? 1 / first.length : Math.max(0, above - top) / (first.length + 1);
  const lifted = first.map(({ hit, relevance }, at) => {
    const score = top + step * (first.length - at);
    return { ...hit, score, relevance, signals: () => ({ ...hit.signals(), ...(followedBy.includes(hit) ? {} : { named: 1 }), score }) };
  });
  return [...before, ...lifted, ...rest];
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
  const below = filesBelow(ends, await passages.payloads(judged.slice(0, LOOKED_AT), readLimits(plan)));
  return ends.some(({ frame }) => frame !== undefined) && below.length > 0 ? quotingAmong(judged, below) : below;
}

/** Of the best passages, and of what was nominated as a definition or a use, what defines or uses what the query is the name of or asks for; where it asks for none that is known, what says an identifier that few say. */
async function definitions(judged: readonly Judged[], input: LeadInput): Promise<Leading> {
  const { nominations, passages, plan } = input;
  const asked = askedDefinition(plan.request.query);
  const leading = asked === undefined ? undefined : await leadAsked(judged, { asked, ...input });
  if (leading !== undefined && leading.hits.length > 0) return leading;
  const saying = judged.filter(({ collection, candidate }) => nominations[collection]?.saying?.has(candidate.id) === true);
  return leadIdentifiers(plan.request.query, judged, await passages.payloads(saying, readLimits(plan)));
}

async function leadAsked(
  judged: readonly Judged[],
  { asked, nominations, passages, plan }: LeadInput & { readonly asked: AskedDefinition },
): Promise<Leading> {
  const isNominated = ({ collection, candidate }: Judged) => nominations[collection]?.definitions?.has(candidate.id) === true;
  const looked = [...judged.slice(0, LOOKED_AT), ...judged.slice(LOOKED_AT).filter(isNominated)];
  const payloads = await passages.payloads(looked, readLimits(plan));
  const nominated = [...payloads].filter(([hit]) => isNominated(hit)).map(([, payload]) => payload);
  // Where it was looked for in another case style it is meant in that.
  const meant = isSaidAsWritten(asked.definition, nominated) ? undefined : inOtherStyle(asked.definition, nominated);
  return LEADS[asked.asks](meant ?? asked.definition, payloads);
}

function readLimits({ deadlines, signal }: LeadInput['plan']) {
  return { deadline: deadlines.rerank.share(READ_SHARE), signal };
}
