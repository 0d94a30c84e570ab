import { MigrateInput, sourceName, type MigrationSummary } from '@tributary/contracts';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { useMigration } from './use-migration.js';

interface MoveProgressProps {
  readonly collection: string;
  /** False where there is nothing to ask for. */
  readonly isAsked: boolean;
}

/** How far a move or a re-embedding of this collection is, or a copy of it; nothing where there is none under way. */
export function MoveProgress({ collection, isAsked }: MoveProgressProps) {
  const move = useMigration(collection, isAsked);
  const cancel = useAction((all, one: MigrationSummary, call) => all.migrateCollection(ending(one), call));
  if (move === undefined || move === null || (move.state !== 'running' && move.state !== 'failed')) return null;
  const { state, phase, from, to, documents, error } = move;
  return (
    <div className={state === 'failed' ? 'notice bad small' : 'notice small'}>
      {from} → {to}: {state === 'failed' ? (error?.message ?? 'failed') : phase}
      {state === 'failed' ? null : (
        <div className="row">
          <progress
            aria-label={`Progress of ${collection}`}
            value={documents.done}
            {...(documents.total === undefined ? {} : { max: documents.total })}
          />
          <button
            type="button"
            className="small"
            onClick={() => {
              cancel.mutate(move);
            }}
          >
            Cancel
          </button>
        </div>
      )}
      {cancel.error === null ? null : <Failure error={cancel.error} />}
    </div>
  );
}

/** A copy is named by what it becomes, too. */
function ending(move: MigrationSummary): MigrateInput {
  const { from, to, collection } = move;
  return MigrateInput.parse({ from, cancel: true, ...(sourceName(move) === collection ? {} : { to }) });
}
