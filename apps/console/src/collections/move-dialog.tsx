import { MigrateInput } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';

/** To another engine or name, compared point by point before it switches over. */
export function MoveDialog({ collection: { name, engine }, onClose }: DialogProps) {
  const [target, setTarget] = useState('');
  const move = useAction((operations, input: { readonly to: string } | { readonly back: true }, context) =>
    operations.migrateCollection(MigrateInput.parse({ from: `${engine}/${name}`, ...input }), context),
  );
  return (
    <Modal title={`Move ${name}`} onClose={onClose}>
      <p>
        It is copied in the background and compared before the copy answers. What answers now is kept for a week, so that the move can be
        undone.
      </p>
      <label className="field">
        <span>
          To: an engine, <code>engine/name</code>, or a new name
        </span>
        <input
          value={target}
          onChange={(event) => {
            setTarget(event.target.value);
          }}
        />
      </label>
      {move.error === null ? null : <Failure error={move.error} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={target.trim() === '' || move.isPending}
          onClick={() => {
            move.mutate({ to: target.trim() }, { onSuccess: onClose });
          }}
        >
          Move
        </button>
        <button
          type="button"
          disabled={move.isPending}
          onClick={() => {
            move.mutate({ back: true }, { onSuccess: onClose });
          }}
        >
          Undo the last move
        </button>
      </div>
    </Modal>
  );
}
