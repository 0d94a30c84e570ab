import { conditionsOf, type Principal, type SearchRequest } from '@tributary/contracts';
import type { StoredPoint } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';
import { contentConditions, type ContentDemands } from '@tributary/ranking';
import { readScope, type Narrowing } from '../access/read-scope.js';
import { ScopedCollection } from '../access/scoped-collection.js';
import { passes } from '../conditions/check-contents.js';
import type { ReaderSources } from '../readers/open-collection.js';
import type { Finding } from './finding.js';
import type { Subject } from './find-subject.js';

/** Conditions of a request that are looked at one by one. */
const MOST_CONDITIONS = 32;

interface Asked {
  readonly request: SearchRequest;
  readonly demands: ContentDemands;
  readonly principal: Principal;
  readonly sources: ReaderSources & { readonly clock: Clock };
  readonly signal: AbortSignal;
}

/** The passages that the request's conditions leave, or which conditions leave none. The engine itself is asked, condition by condition. */
export async function keepFitting(subject: Subject, asked: Asked): Promise<readonly StoredPoint[] | Finding> {
  const fitting = await readFitting(subject, asked.request, asked);
  if (fitting.length === 0) return filtered(await missedConditions(subject, asked));
  const { phrases, excluded } = asked.demands;
  const passing = fitting.filter(passes(contentConditions(asked.demands)));
  if (passing.length > 0) return passing;
  const missed = [
    ...phrases.map((phrase) => ({ text: `"${phrase}"`, operator: { phrases: [phrase], excluded: [] } })),
    ...excluded.map((word) => ({ text: `-${word}`, operator: { phrases: [], excluded: [word] } })),
  ].filter(({ operator }) => !fitting.some(passes(contentConditions(operator))));
  return filtered(missed.map(({ text }) => text));
}

function filtered(conditions: readonly string[]): Finding {
  const explanation =
    conditions.length === 0
      ? ['No passage of it meets all conditions of the request at once, though each is met by one: ask for less at a time.']
      : [`The request leaves it out: no passage of it meets ${conditions.join(' and ')}.`];
  return { verdict: 'filtered', stage: 'conditions', explanation, details: { conditions: [...conditions] } };
}

async function missedConditions(subject: Subject, asked: Asked): Promise<readonly string[]> {
  const parts = partsOf(asked.request).slice(0, MOST_CONDITIONS);
  const met = await Promise.all(parts.map(async ({ narrowing }) => (await readFitting(subject, narrowing, asked)).length > 0));
  return parts.filter((_, at) => met[at] === false).map(({ text }) => text);
}

function readFitting({ collection, points }: Subject, narrowing: Narrowing, { principal, sources, signal }: Asked) {
  const scoped = new ScopedCollection(collection.record, sources, readScope(principal, narrowing, sources.clock));
  return scoped.readHits(
    points.map(({ id }) => id),
    signal,
  );
}

/** The conditions of a request, each as a request of its own. */
function partsOf({ filter = {}, since, until }: Narrowing): readonly { readonly text: string; readonly narrowing: Narrowing }[] {
  const { must, must_not: mustNot, should, min_should: minShould } = filter;
  const filters = [
    ...conditionsOf(must).map((one) => ({ must: [one] })),
    ...conditionsOf(mustNot).map((one) => ({ must_not: [one] })),
    ...(should === undefined ? [] : [{ should }]),
    ...(minShould === undefined ? [] : [{ min_should: minShould }]),
  ];
  return [
    ...(since === undefined ? [] : [{ text: `since ${since}`, narrowing: { since } }]),
    ...(until === undefined ? [] : [{ text: `until ${until}`, narrowing: { until } }]),
    ...filters.map((one) => ({ text: `the filter ${JSON.stringify(one)}`, narrowing: { filter: one } })),
  ];
}
