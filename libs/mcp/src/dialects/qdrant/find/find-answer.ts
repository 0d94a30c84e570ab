import { isMissed, isOutOfDate, type Coverage, type SearchAnswer, type SearchHit, type SearchRequest } from '@tributary/contracts';
import { hasCode, someOf } from '@tributary/kernel';
import type { ToolCall } from '../../../tools/tool.js';
import { searchFilled, type FilledAnswer } from '../../filled-search.js';
import { inKnownCollection, nameHere, thereText } from '../collection-argument.js';
import type { FindMode } from '../qdrant-settings.js';
import type { FindPlan } from './find-plan.js';

/** What qdrant-find answers, before it is formatted. */
export interface FindAnswer {
  readonly query: string;
  readonly mode: FindMode;
  readonly hits: readonly SearchHit[];
  /** What was not searched or may be out of date, and what a reranker did; a line each, shown last. */
  readonly remarks: readonly string[];
}

/** Searches and reads on until there are as many hits as the collections that were searched may show.
 *  @throws `COLLECTION.NOT_FOUND` listing the known ones, and what `search` throws */
export async function find(plan: FindPlan, mode: FindMode, call: ToolCall): Promise<FindAnswer> {
  const { untilMade } = plan;
  const answer = await inKnownCollection(plan.collections, call, () => readHits(plan, call)).catch((error: unknown) => {
    if (untilMade !== undefined && hasCode(error, 'COLLECTION.NOT_FOUND')) return untilMade;
    throw error;
  });
  if (typeof answer === 'string') {
    const there = thereText(await call.operations.listCollections(call.context));
    return { query: plan.request.query, mode, hits: [], remarks: [`${answer} ${there}`] };
  }
  const coverage = answer.coverage.map((one) => asNamed(one, plan));
  const missed = coverage.filter(isMissed);
  for (const { collection, status, code } of missed.filter((one) => !isOutOfDate(one)))
    call.log?.('qdrant-find left a collection out', { collection, status, code: code ?? '' });
  const hits = answer.hits.slice(0, shownOf(answer, plan));
  const { query, rerank } = plan.request;
  const notes = rerank === true ? answer.notes : [];
  const remarks = [missed.length === 0 ? [] : missedText(missed), answer.unfilled ?? [], hits.length === 0 ? [] : notes].flat();
  return { query, mode, hits, remarks };
}

/** Hits that are shown of what was searched. */
function shownOf({ coverage }: SearchAnswer, { shown }: FindPlan): number {
  return shown(coverage.filter((one) => one.status !== 'not_selected' && !isUnknown(one)).length);
}

function readHits(plan: FindPlan, call: ToolCall): Promise<FilledAnswer> {
  const search = (request: SearchRequest) => readPages({ ...plan, request }, call);
  return searchFilled(plan.request, { search, room: (answer) => shownOf(answer, plan), call });
}

async function readPages({ request, wanted }: FindPlan, { operations, context }: ToolCall): Promise<SearchAnswer> {
  const first = await operations.search(request, context);
  const hits = [...first.hits];
  let { cursor } = first;
  while (cursor !== undefined && hits.length < wanted && request.rerank !== true) {
    const page = await operations.search({ ...request, cursor, limit: Math.min(100, wanted - hits.length) }, context);
    hits.push(...page.hits);
    ({ cursor } = page);
  }
  return { ...first, hits };
}

function isUnknown({ code }: Coverage): boolean {
  return code === 'COLLECTION.NOT_FOUND';
}

/** One that is not there is told of by the name that the call has for it. */
function asNamed(one: Coverage, { collections }: FindPlan): Coverage {
  if (!isUnknown(one)) return one;
  return { ...one, collection: collections.find((name) => nameHere(name) === one.collection) ?? one.collection };
}

function missedText(missed: readonly Coverage[]): string {
  const old = missed.filter(isOutOfDate);
  const inPart = missed.filter((one) => (one.status === 'partial' || one.status === 'stale') && !old.includes(one));
  const whole = missed.filter((one) => !inPart.includes(one) && !old.includes(one));
  const told = [
    ['Not searched', whole],
    ['Searched in part', inPart],
    ['May be out of date', old],
  ] as const;
  return told.flatMap(([what, of]) => (of.length === 0 ? [] : [`${what}: ${someOf(of.map(reasonText))}.`])).join(' ');
}

function reasonText({ collection, reason, code, status }: Coverage): string {
  const why = (reason ?? code ?? status.replace('_', ' ')).replace(/\s+/g, ' ').replace(/[.!]$/, '').slice(0, 300);
  return `${collection} (${why})`;
}
