import type { JobQuery, JobState, JobSummary } from '@tributary/contracts';
import { isAbort } from '@tributary/kernel';
import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.js';
import { ratesOf, type Rates, type Seen } from './rates.js';

const AGAIN_MS = 2000;

interface Followed {
  readonly jobs: readonly JobSummary[] | undefined;
  readonly rates: Rates;
  /** Why nothing comes at the moment. */
  readonly error: unknown;
}

/** The jobs as they change, by server-sent events; a lost connection is taken up again. */
export function useJobs(state: JobState | undefined): Followed {
  const { operations, context } = useApi();
  const [followed, setFollowed] = useState<Followed>({ jobs: undefined, rates: new Map(), error: null });
  useEffect(() => {
    const ended = new AbortController();
    const query: JobQuery = { limit: 100, ...(state === undefined ? {} : { state }) };
    const follow = async () => {
      let seen: Seen = new Map();
      for await (const jobs of operations.followJobs(query, context(ended.signal))) {
        const { rates, next } = ratesOf(jobs, seen, performance.now());
        seen = next;
        setFollowed({ jobs, rates, error: null });
      }
    };
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
  }, [operations, context, state]);
  return followed;
}
