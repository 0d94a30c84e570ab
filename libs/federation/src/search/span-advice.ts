import type { SearchRequest } from '@tributary/contracts';
import { endOf, isAge } from '../access/moments.js';

/** Of a span that counts back from now. */
const EXAMPLE = { gte: '2024-01-01' };

/** What else to ask for where nothing was changed in a span of time, a sentence or none: notes and diaries are of the day they tell of, whenever their files changed. */
export function spanAdvice({ since, until }: Pick<SearchRequest, 'since' | 'until'>): readonly string[] {
  if (since === undefined && until === undefined) return [];
  const range = {
    ...(since === undefined || isAge(since) ? {} : { gte: since }),
    ...(until === undefined || isAge(until) ? {} : { lte: endOf(until) }),
  };
  const shown = Object.keys(range).length === 0 ? EXAMPLE : range;
  const filter = JSON.stringify({ must: [{ key: 'created_at', range: shown }] });
  return [`The span is that of the last change: what was written in it is found by a filter: ${filter}.`];
}
