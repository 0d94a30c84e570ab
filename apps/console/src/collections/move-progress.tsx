import { MigrateInput } from '@tributary/contracts';
import { useAction } from '../api/use-action.js';
import { useMigration } from './use-migration.js';

interface MoveProgressProps {
  readonly collection: string;
  /** False where there is nothing to ask for. */
  readonly isAsked: boolean;
}

/** How far a move or a re-embedding into this collection is; nothing where there is none under way. */
export function MoveProgress({ collection, isAsked }: MoveProgressProps) {
  const move = useMigration(collection, isAsked);
  const cancel = useAction((all, from: string, call) => all.migrateCollection(MigrateInput.parse({ from, cancel: true }), call));
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
              cancel.mutate(from);
            }}
          >
            Cancel
          </button>
        </div>
      )}
    </div>
  );
}
