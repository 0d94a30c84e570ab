import { useQuery } from '@tanstack/react-query';
import type { AssistantCall } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';
import { Failure } from '../parts/failure.js';
import { ago } from '../parts/time.js';

const LOOK_MS = 3000;

/** The last calls with their answers: in the server’s memory, and only where the setting says so. */
export function RecentCalls() {
  const { operations, context } = useApi();
  const { data, error } = useQuery({
    queryKey: ['assistant-calls'],
    queryFn: ({ signal }) => operations.assistantCalls(context(signal)),
    refetchInterval: LOOK_MS,
  });
  return (
    <section className="stack" aria-labelledby="calls">
      <h2 id="calls">Last calls</h2>
      {error === null ? null : <Failure error={error} goesOn />}
      {data?.kept === 0 ? (
        <p className="muted">
          None are kept. Set <code>mcp.kept_calls</code> (for example to 100) to keep the last ones in memory; they are never written
          anywhere.
        </p>
      ) : null}
      {data !== undefined && data.kept > 0 && data.calls.length === 0 ? <p className="muted">None yet.</p> : null}
      <ul className="stack">
        {(data?.calls ?? []).map((call) => (
          <Call key={`${call.at}/${call.tool}/${call.input}`} call={call} />
        ))}
      </ul>
    </section>
  );
}

function Call({ call: { at, subject, dialect, tool, input, answer, failed, ms } }: { readonly call: AssistantCall }) {
  return (
    <li className="card">
      <details>
        <summary>
          <strong>{tool}</strong> <span className="chip">{dialect}</span> {failed ? <span className="chip bad">failed</span> : null}{' '}
          <code className="call-input">{input}</code>{' '}
          <span className="muted small">
            {ago(at)} by {subject}, {Math.round(ms)} ms
          </span>
        </summary>
        <pre className="text" tabIndex={0} aria-label="What it was answered">
          {answer}
        </pre>
      </details>
    </li>
  );
}
