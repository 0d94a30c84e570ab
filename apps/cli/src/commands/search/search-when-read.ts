import type { SearchAnswer, SearchRequest } from '@tributary/contracts';
import type { Connection } from '../../connection/connection.js';
import type { CommandContext } from '../../program/command-context.js';

/** Collections that take longer to be read are missing in the answer. */
const MOST_MS = 300_000;
const MOST_NAMED = 4;

/** Searches, and asks again while collections have no answer because the process that searches, often this one, has yet to read them into memory. */
export async function searchWhenRead(
  { operations }: Pick<Connection, 'operations'>,
  request: SearchRequest,
  { call, terminal }: Pick<CommandContext, 'call' | 'terminal'>,
): Promise<SearchAnswer> {
  const endsAt = performance.now() + MOST_MS;
  for (let isTold = false; ; isTold = true) {
    const answer = await operations.search(request, call);
    const reading = answer.coverage.filter(({ code }) => code === 'SEARCH.READING').map(({ collection }) => collection);
    if (reading.length === 0 || performance.now() >= endsAt) return answer;
    if (!isTold) terminal.remark(`Reading ${listed(reading)} into memory; a server ("tributary start") keeps that for the next search.`);
  }
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return more > 1 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more.toString()} more` : names.join(', ');
}
