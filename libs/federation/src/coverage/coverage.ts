import type { Coverage, CoverageStatus } from '@tributary/contracts';
import type { CollectionRecord, UnreadableCollection } from '@tributary/engines-port';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Failure } from '../nominate/failure.js';
import type { UnknownCollection } from '../plan/resolve-collections.js';
import { roundMs } from '../plan/round-ms.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { Readiness } from './readiness.js';

/** What the answer says of one collection that was to be searched. */
export function coverageOf({ collection, candidates, lanes, failure, ms }: Nomination, readiness: Readiness | undefined): Coverage {
  const { name, engine } = collection.record;
  const status = statusOf(lanes, failure?.status);
  const place = { collection: name, engine, ms: roundMs(ms), candidates: candidates.length, lanes };
  const { staleReason } = readiness ?? {};
  if (status !== 'searched') {
    // What is known of a collection may say why a lane of it fails, and what to do.
    const reason = [failure?.reason, staleReason].filter((one) => one !== undefined).join('; ');
    return { ...place, status, ...(failure ? { code: failure.code } : {}), ...(reason === '' ? {} : { reason }) };
  }
  if (staleReason !== undefined) return { ...place, status: 'stale', code: 'SOURCE.STALE', reason: staleReason };
  return readiness?.indexing === undefined ? { ...place, status } : { ...place, status, reason: readiness.indexing };
}

/** What the answer says of collections that could not even be looked at. */
export function coverageOfUnreadable({ name, engine, status, code, reason }: UnreadableCollection): Coverage {
  return { collection: name, engine, status, code, reason, ms: 0, candidates: 0, lanes: {} };
}

/** What the answer says of collections that `auto` did not ask.
 *  @param failure why it could not be found out whether the caller may read anything there */
export function coverageOfLeftOut({ record }: ScopedCollection, failure: Failure | undefined): Coverage {
  const place = { collection: record.name, engine: record.engine, ms: 0, candidates: 0, lanes: {} };
  if (failure === undefined) return { ...place, status: 'not_selected' };
  return { ...place, status: failure.status, code: failure.code, reason: `looking whether you may read anything in it: ${failure.reason}` };
}

/** What the answer says of places whose content was moved and whose makers went on. */
export function coverageOfParted({ name, engine, answered_by = '' }: CollectionRecord): Coverage {
  const reason = `its content was moved to ${answered_by}, and it has another number of points now: what its maker stored since is searched where ${name} is named`;
  return { collection: name, engine, status: 'not_selected', reason, ms: 0, candidates: 0, lanes: {} };
}

/** What the answer says of a name that fits no collection the caller may see. */
export function coverageOfUnknown({ pattern, mayLieIn }: UnknownCollection): Coverage {
  const reason =
    mayLieIn.length === 0
      ? 'There is no such collection.'
      : `There is no such collection, unless ${mayLieIn.join(' or ')} has it, which could not be asked.`;
  const code = 'COLLECTION.NOT_FOUND';
  return { collection: pattern, engine: '', status: 'failed', code, reason, ms: 0, candidates: 0, lanes: {} };
}

/** The coverage with what reading the passages found out afterwards: their collection answered, but its hits are missing. */
export function withLost(coverage: readonly Coverage[], lost: ReadonlyMap<string, Failure>): Coverage[] {
  return coverage.map((one) => {
    const failure = lost.get(one.collection);
    return failure ? { ...one, status: failure.status, code: failure.code, reason: `reading its passages: ${failure.reason}` } : one;
  });
}

/** The coverage with collections in which not everything is searchable yet that the request wanted to wait for. */
export function withBehind(coverage: readonly Coverage[], behind: ReadonlyMap<string, string>): Coverage[] {
  return coverage.map((one) => {
    const why = behind.get(one.collection);
    return why === undefined || one.status !== 'searched' ? one : { ...one, status: 'stale', code: 'SEARCH.BEHIND', reason: why };
  });
}

/** A lane that had nothing to look for does not make a collection less searched. */
function statusOf(lanes: Coverage['lanes'], failure: CoverageStatus | undefined): CoverageStatus {
  const statuses = (['semantic', 'keyword', 'fuzzy'] as const).flatMap((lane) => lanes[lane]?.status ?? []);
  if (statuses.every((status) => status === 'searched' || status === 'skipped') && failure === undefined) return 'searched';
  return statuses.includes('searched') ? 'partial' : (failure ?? 'failed');
}
