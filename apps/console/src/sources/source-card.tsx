import type { SourceSummary } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { StatusChip } from '../parts/status-chip.js';
import { ago, count } from '../parts/time.js';
import { withoutCommands } from '../parts/without-commands.js';
import { useIsAdmin } from '../session/use-session.js';
import { ConfirmDeletions } from './confirm-deletions.js';
import { LeftOut } from './left-out.js';
import { RemoveSource } from './remove-source.js';

/** What deletes documents. */
type Asked = 'confirm' | 'remove';
type Order = 'sync' | 'pause' | 'resume';

const LABELS: Readonly<Record<Order, string>> = {
  sync: 'Sync',
  pause: 'Pause',
  resume: 'Resume',
};

interface SourceProps {
  readonly source: SourceSummary;
  /** Names of the collections that are there: one that nothing went to yet, for lack of code or of text, is not. */
  readonly present: ReadonlySet<string>;
}

/** A source: how far it is, what it left out and why, and what can be done with it. */
export function SourceCard({ source, present }: SourceProps) {
  const { id, name } = source;
  const isAdmin = useIsAdmin();
  const [asked, setAsked] = useState<Asked>();
  const give = useAction(async (operations, order: Order, context) => {
    if (order === 'pause') await operations.pauseSource(id, context);
    else if (order === 'resume') await operations.resumeSource(id, context);
    else await operations.syncSource(id, { confirmed: false }, context);
  });
  return (
    <li className="card stack source">
      <Head source={source} present={present} />
      <Troubles source={source} />
      <Figures source={source} />
      {give.error === null ? null : <Failure error={give.error} />}
      <div className="row">
        {ordersOf(source).map((order) => (
          <button
            key={order}
            type="button"
            className="small"
            aria-label={`${LABELS[order]}: ${name}`}
            disabled={give.isPending}
            onClick={() => {
              give.mutate(order);
            }}
          >
            {LABELS[order]}
          </button>
        ))}
        {isAdmin ? <Dangers source={source} onAsk={setAsked} /> : null}
      </div>
      {asked === undefined ? null : (
        <Asking
          asked={asked}
          source={source}
          onClose={() => {
            setAsked(undefined);
          }}
        />
      )}
    </li>
  );
}

function Asking({ asked, ...rest }: { readonly asked: Asked; readonly source: SourceSummary; readonly onClose: () => void }) {
  return asked === 'remove' ? <RemoveSource {...rest} /> : <ConfirmDeletions {...rest} />;
}

/** What is asked about before it is done. */
function Dangers({ source: { name, unconfirmed }, onAsk }: { readonly source: SourceSummary; readonly onAsk: (asked: Asked) => void }) {
  return (
    <>
      {unconfirmed === undefined ? null : (
        <button
          type="button"
          className="danger small"
          aria-label={`Delete what is gone: ${name}`}
          onClick={() => {
            onAsk('confirm');
          }}
        >
          Delete what is gone …
        </button>
      )}
      <button
        type="button"
        className="danger small"
        aria-label={`Remove ${name}`}
        onClick={() => {
          onAsk('remove');
        }}
      >
        Remove
      </button>
    </>
  );
}

function Troubles({ source: { reason, waits } }: { readonly source: SourceSummary }) {
  return [reason, waits].map((why) =>
    why === undefined ? null : (
      <p key={why} className="notice warn small">
        {withoutCommands(why)}
      </p>
    ),
  );
}

function Head({ source, present }: SourceProps) {
  const { name, kind, location, collections, state, watched } = source;
  const filled = collections.filter((collection) => present.has(collection));
  return (
    <div className="spread">
      <div>
        <h2>{name}</h2>
        <p className="small muted">
          {kind} <code>{location}</code>
          {filled.length === 0 ? null : ` → ${filled.join(', ')}`}
        </p>
      </div>
      <div className="row">
        {watched === undefined ? null : <span className="chip">{`watched (${watched.method})`}</span>}
        <StatusChip status={hasNothing(source) ? 'empty' : state} />
      </div>
    </div>
  );
}

/** Whether it was read, and all of it left out. */
function hasNothing({ state, documents, pending, failed, skipped }: SourceSummary): boolean {
  return state === 'idle' && documents + pending + failed === 0 && Object.keys(skipped).length > 0;
}

function ordersOf({ state }: SourceSummary): readonly Order[] {
  if (state === 'paused') return ['resume'];
  return ['sync', 'pause'];
}

function Figures({ source }: { readonly source: SourceSummary }) {
  const { documents, pending, failed, failures = [], notes, ignore, last_synced_at: syncedAt } = source;
  return (
    <>
      {pending === 0 ? null : <progress aria-label="Documents that are searchable" value={documents} max={documents + pending} />}
      <p className="small number">
        {count(documents)} {documents === 1 ? 'document' : 'documents'}
        {pending === 0 ? '' : `, ${count(pending)} on their way`}
        {failed === 0 ? null : <span className="chip bad">{count(failed)} failed</span>}
        <span className="muted">{syncedAt === undefined ? '' : ` · compared ${ago(syncedAt)}`}</span>
      </p>
      <Failures failed={failed} failures={failures} />
      <LeftOut source={source} />
      {ignore === undefined ? null : <p className="small muted">Told to leave out: {ignore.join(', ')}.</p>}
      {(notes ?? []).map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
    </>
  );
}

/** Which documents failed, and why. */
function Failures({ failed, failures }: { readonly failed: number; readonly failures: NonNullable<SourceSummary['failures']> }) {
  if (failures.length === 0) return null;
  return (
    <details className="small">
      <summary>
        {failed === 1
          ? 'The one that failed'
          : `Those that failed${failures.length < failed ? `, the first ${count(failures.length)} of ${count(failed)}` : ''}`}
      </summary>
      <ul>
        {failures.map(({ document, code, message }) => (
          <li key={document}>
            <code>{document}</code>: {message} <code>{code}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
