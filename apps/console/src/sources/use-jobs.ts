import type { JobQuery, JobState, JobSummary } from '@tributary/contracts';
import { isAbort } from '@tributary/kernel';
import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { useSession } from '../session/use-session.js';
import { useIsVisible } from '../shell/visible.js';
import { ratesOf, type Rates, type Seen } from './rates.js';
import { followShared } from './jobs-of-all-tabs.js';

const AGAIN_MS = 2000;
/** Most jobs that are listed. */
export const LISTED = 100;

interface Followed {
  readonly jobs: readonly JobSummary[] | undefined;
  readonly rates: Rates;
  /** Why nothing comes at the moment. */
  readonly error: unknown;
}

/** The jobs as they change, by server-sent events, while the tab is in sight; a lost connection is taken up again. */
export function useJobs(state: JobState | undefined): Followed {
  const { operations, context } = useApi();
  const isVisible = useIsVisible();
  // A stream goes on for whom it was begun, and is shared with nobody else's tabs.
  const { data, isFetched: isAsked } = useSession();
  const caller = data?.caller?.subject ?? '';
  const [followed, setFollowed] = useState<Followed>({ jobs: undefined, rates: new Map(), error: null });
  useEffect(() => {
    if (!isVisible || !isAsked) return;
    const ended = new AbortController();
    const query: JobQuery = { limit: LISTED, ...(state === undefined ? {} : { state }) };
    let seen: Seen = new Map();
    const follow = () =>
      followShared({
        topic: `tributary-jobs:${state ?? 'all'}:${caller}`,
        open: (signal) => operations.followJobs(query, context(signal)),
        onJobs: (jobs) => {
          const { rates, next } = ratesOf(jobs, seen, performance.now());
          seen = next;
          setFollowed({ jobs, rates, error: null });
        },
        signal: ended.signal,
      });
    const run = () => {
      follow()
        .catch((error: unknown) => {
          if (!isAbort(error) && !ended.signal.aborted) setFollowed((last) => ({ ...last, error }));
        })
        .finally(() => {
          if (!ended.signal.aborted) setTimeout(run, AGAIN_MS);
        });
    };
    run();
    return () => {
      ended.abort();
    };
  }, [operations, context, state, isVisible, isAsked, caller]);
  return followed;
}
