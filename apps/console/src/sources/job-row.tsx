import type { JobSummary } from '@tributary/contracts';
import { useAction } from '../api/use-action.js';
import { StatusChip } from '../parts/status-chip.js';
import { ago, count } from '../parts/time.js';
import { useIsAdmin } from '../session/use-session.js';

interface JobRowProps {
  readonly job: JobSummary;
  /** Units a second, where that is known. */
  readonly rate: number | undefined;
  /** What it works on: a source by its name, a document. */
  readonly subject: string;
}

export function JobRow({ job, rate, subject }: JobRowProps) {
  const isAdmin = useIsAdmin();
  const { queue, state, reason, error, attempts, created_at: createdAt, finished_at: finishedAt } = job;
  return (
    <tr>
      <th scope="row">
        {queue}
        <div className="muted">{subject}</div>
      </th>
      <td>
        <StatusChip status={state} />
        {reason === undefined ? null : <div className="muted">{reason}</div>}
        {error === undefined ? null : (
          <div>
            {error.message} <code>{error.code}</code> after {attempts} attempts
          </div>
        )}
      </td>
      <td>
        <Progress job={job} rate={rate} />
      </td>
      <td className="muted">{ago(finishedAt ?? createdAt)}</td>
      <td>{isAdmin ? <Orders job={job} /> : null}</td>
    </tr>
  );
}

function Progress({ job: { progress, state, queue }, rate }: Pick<JobRowProps, 'job' | 'rate'>) {
  if (progress === undefined) return null;
  const { done, total, unit } = progress;
  return (
    <>
      {state === 'active' ? (
        <progress aria-label={`Progress of ${queue}`} value={done} {...(total === undefined ? {} : { max: Math.max(total, 1) })} />
      ) : null}
      <span className="number">
        {count(done)}
        {total === undefined ? '' : ` of ${count(total)}`} {unit ?? ''}
        {rate === undefined ? '' : `, ${rate.toFixed(rate < 10 ? 1 : 0)} a second`}
      </span>
    </>
  );
}

function Orders({ job: { id, state } }: { readonly job: JobSummary }) {
  const redrive = useAction((operations, _: undefined, context) => operations.redriveJob(id, context));
  const cancel = useAction((operations, _: undefined, context) => operations.cancelJob(id, context));
  const failure = redrive.error ?? cancel.error;
  return (
    <>
      {state === 'dead' ? (
        <button
          type="button"
          className="small"
          aria-label={`Redrive ${id}`}
          disabled={redrive.isPending}
          onClick={() => {
            redrive.mutate(undefined);
          }}
        >
          Redrive
        </button>
      ) : null}
      {['waiting', 'delayed', 'active', 'dead'].includes(state) ? (
        <button
          type="button"
          className="quiet small"
          aria-label={state === 'dead' ? `Put ${id} away` : `Cancel ${id}`}
          disabled={cancel.isPending}
          onClick={() => {
            cancel.mutate(undefined);
          }}
        >
          {state === 'dead' ? 'Put away' : 'Cancel'}
        </button>
      ) : null}
      {failure === null ? null : (
        <span role="alert" className="small">
          {failure.message}
        </span>
      )}
    </>
  );
}
