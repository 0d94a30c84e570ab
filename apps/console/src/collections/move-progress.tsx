import { useQuery } from '@tanstack/react-query';
import { hasCode } from '@tributary/kernel';
import { useApi } from '../api/api-context.js';
import { useAction } from '../api/use-action.js';
import { MigrateInput } from '@tributary/contracts';

const LOOK_MS = 2000;

interface MoveProgressProps {
  readonly collection: string;
  /** False where there is nothing to ask for. */
  readonly isAsked: boolean;
}

/** How far a move or a re-embedding into this collection is; nothing where there is none under way. */
export function MoveProgress({ collection, isAsked }: MoveProgressProps) {
  const { operations, context } = useApi();
  const { data } = useQuery({
    queryKey: ['migration', collection],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      operations.getMigration(collection, context(signal)).catch((error: unknown) => {
        if (hasCode(error, 'MIGRATION.NOT_FOUND')) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  });
  const cancel = useAction((all, from: string, call) => all.migrateCollection(MigrateInput.parse({ from, cancel: true }), call));
  if (data === undefined || data === null || (data.state !== 'running' && data.state !== 'failed')) return null;
  const { state, phase, from, to, documents, error } = data;
  return (
    <div className={state === 'failed' ? 'notice bad small' : 'notice small'}>
      {from} → {to}: {state === 'failed' ? (error?.message ?? 'failed') : phase}
      {state === 'failed' ? null : (
        <div className="row">
          <progress
            aria-label={`Move of ${collection}`}
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
