import { setTimeout as pause } from 'node:timers/promises';
import type { Coverage, RerankedHead, SearchAnswer, SearchRequest } from '@tributary/contracts';
import { someOf } from '@tributary/kernel';
import type { Connection } from '../../connection/connection.js';
import type { CommandContext } from '../../program/command-context.js';

/** Collections that take longer to be read are missing in the answer. */
const MOST_READING_MS = 300_000;
/** What models, engines and rerankers that take longer to start have to say is, too. */
const MOST_STARTING_MS = 20_000;
const ASKED_AGAIN_MS = 500;
const MOST_NAMED = 4;

/** Searches, and asks again while collections have no whole answer because the process that searches has yet to read them into memory, or because it is this one, and
 *  its models and engines have only started with it. */
export async function searchWhenReady(
  { operations, keepsCursors }: Pick<Connection, 'operations' | 'keepsCursors'>,
  request: SearchRequest,
  { call, terminal }: Pick<CommandContext, 'call' | 'terminal'>,
): Promise<SearchAnswer> {
  const startedAt = performance.now();
  for (let isTold = false; ; isTold = true) {
    const answer = await operations.search(request, call);
    const passedMs = performance.now() - startedAt;
    const reading = passedMs < MOST_READING_MS ? namesOf(answer.coverage.filter(isBeingRead)) : [];
    const starting =
      passedMs < MOST_STARTING_MS && !keepsCursors ? [...namesOf(answer.coverage.filter(isLate)), ...lateReranker(answer.reranked)] : [];
    if (reading.length + starting.length === 0) return answer;
    if (!isTold) terminal.remark(`${doneFirst(reading, starting)}; a server ("tributary start") keeps that for the next search.`);
    // Who is asked too often while starting counts as away.
    if (reading.length === 0) await pause(ASKED_AGAIN_MS, undefined, { signal: call.signal });
  }
}

function namesOf(coverage: readonly Coverage[]): readonly string[] {
  return coverage.map(({ collection }) => collection);
}

function isBeingRead({ code }: Coverage): boolean {
  return code === 'SEARCH.READING';
}

/** Whether a lane lacks the engine's answer, or the vector of the query. */
function isLate(coverage: Coverage): boolean {
  return !isBeingRead(coverage) && Object.values(coverage.lanes).some((lane) => lane?.status === 'timed_out');
}

/** The reranker that scored nothing in its time, or is left alone for that. */
function lateReranker({ by, code }: Partial<RerankedHead> = {}): readonly string[] {
  return by !== undefined && (code === 'SEARCH.LATE' || code === 'RERANKER.CIRCUIT_OPEN') ? [`the reranker ${by}`] : [];
}

function doneFirst(reading: readonly string[], starting: readonly string[]): string {
  return reading.length > 0 ? `Reading ${someOf(reading, MOST_NAMED)} into memory` : `Starting what ${someOf(starting, MOST_NAMED)} needs`;
}
