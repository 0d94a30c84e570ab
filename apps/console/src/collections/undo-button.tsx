import { useMigration } from './use-migration.js';

interface UndoButtonProps {
  readonly collection: string;
  /** What was changed last: the place of the collection, or its vectors. */
  readonly what: 'move' | 'vectors';
  readonly isPending: boolean;
  readonly onUndo: () => void;
}

const LABELS = { move: 'Undo the last move', vectors: 'Bring the former vectors back' } as const;

/** Offered while what answered before is kept. */
export function UndoButton({ collection, what, isPending, onUndo }: UndoButtonProps) {
  const last = useMigration(collection);
  if (last?.state !== 'done' || last.kept_until === undefined || Date.parse(last.kept_until) < Date.now()) return null;
  if ((last.from === last.to) !== (what === 'vectors')) return null;
  return (
    <button type="button" disabled={isPending} onClick={onUndo}>
      {LABELS[what]}
    </button>
  );
}
