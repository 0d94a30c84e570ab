import { redriveDead } from '@tributary/api-client';
import { JobState, type JobSummary, type SourceSummary } from '@tributary/contracts';
import { useMemo, useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { useIsAdmin } from '../session/use-session.js';
import { JobRow } from './job-row.js';
import { LISTED, useJobs } from './use-jobs.js';

/** The work under way and what became of it, live. */
export function JobList({ sources }: { readonly sources: readonly SourceSummary[] }) {
  const names = useMemo(() => new Map(sources.map(({ id, name }) => [id, name])), [sources]);
  const [state, setState] = useState<JobState>();
  const { jobs, rates, error } = useJobs(state);
  return (
    <section className="stack" aria-labelledby="jobs">
      <div className="spread">
        <h2 id="jobs">Jobs</h2>
        <label className="row small">
          <span className="muted">Show</span>
          <select
            value={state ?? ''}
            onChange={({ target }) => {
              setState(JobState.safeParse(target.value).data);
            }}
          >
            <option value="">all</option>
            {JobState.options.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error === null ? null : <Failure error={error} goesOn />}
      {jobs === undefined || jobs.length < LISTED ? null : <p className="muted small">The latest {LISTED} are listed.</p>}
      <RedriveAll jobs={jobs ?? []} />
      {jobs === undefined ? <p className="muted">Asking the server …</p> : <Table jobs={jobs} rates={rates} names={names} />}
    </section>
  );
}

/** After what made them fail is mended. */
function RedriveAll({ jobs }: { readonly jobs: readonly JobSummary[] }) {
  const isAdmin = useIsAdmin();
  const redrive = useAction((operations, _: undefined, context) => redriveDead(operations, {}, context));
  const dead = jobs.filter(({ state }) => state === 'dead').length;
  if (!isAdmin || (dead < 2 && redrive.error === null && redrive.data?.isComplete !== false)) return null;
  // Where the list is full, there are more.
  const howMany = jobs.length < LISTED ? `${dead.toString()} ` : '';
  return (
    <div className="row">
      <button
        type="button"
        className="small"
        disabled={redrive.isPending || dead === 0}
        onClick={() => {
          redrive.mutate(undefined);
        }}
      >
        {redrive.isPending ? 'Redriving …' : `Redrive all ${howMany}that failed`}
      </button>
      {redrive.error === null ? null : <Failure error={redrive.error} />}
      {redrive.data?.isComplete === false ? (
        <p className="muted small">
          So many failed again at once that older ones may not have been reached: mend what makes them fail, then redrive again.
        </p>
      ) : null}
    </div>
  );
}

interface TableProps {
  readonly jobs: readonly JobSummary[];
  readonly rates: ReadonlyMap<string, number>;
  /** Of sources, by id. */
  readonly names: ReadonlyMap<string, string>;
}

function Table({ jobs, rates, names }: TableProps) {
  if (jobs.length === 0) return <p className="muted">None.</p>;
  return (
    <div className="table-scroll card" tabIndex={0} role="region" aria-label="List of jobs">
      <table className="jobs small">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">State</th>
            <th scope="col">Progress</th>
            <th scope="col">When</th>
            <th scope="col">
              <span className="hidden-visually">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} rate={rates.get(job.id)} subject={names.get(job.label ?? '') ?? job.label ?? job.id} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
