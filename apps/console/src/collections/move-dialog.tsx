import { MigrateInput } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';
import { UndoButton } from './undo-button.js';
import { useConfigured } from './use-configured.js';

/** To another engine or name, compared point by point before it switches over. */
export function MoveDialog({ collection: { name, engine }, onClose }: DialogProps) {
  const [target, setTarget] = useState({ engine, name });
  const { engines } = useConfigured();
  const move = useAction((operations, input: { readonly to: string } | { readonly back: true }, context) =>
    operations.migrateCollection(MigrateInput.parse({ from: `${engine}/${name}`, ...input }), context),
  );
  const isElsewhere = target.engine !== engine || target.name.trim() !== name;
  return (
    <Modal title={`Move ${name}`} onClose={onClose}>
      <p>
        It is copied in the background and compared before the copy answers. What answers now is kept for a week, so that the move can be
        undone.
      </p>
      <Destination engines={[...new Set([engine, ...engines])]} target={target} onTarget={setTarget} />
      {engines.length === 1 && !isElsewhere ? <p className="muted small">There is no other engine: it can get another name.</p> : null}
      {move.error === null ? null : <Failure error={move.error} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={!isElsewhere || target.name.trim() === '' || move.isPending}
          onClick={() => {
            move.mutate({ to: `${target.engine}/${target.name.trim()}` }, { onSuccess: onClose });
          }}
        >
          Move
        </button>
        <UndoButton
          collection={name}
          what="move"
          isPending={move.isPending}
          onUndo={() => {
            move.mutate({ back: true }, { onSuccess: onClose });
          }}
        />
      </div>
    </Modal>
  );
}

interface Target {
  readonly engine: string;
  readonly name: string;
}

interface DestinationProps {
  readonly engines: readonly string[];
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
}

function Destination({ engines, target, onTarget }: DestinationProps) {
  return (
    <>
      <label className="field">
        <span>Engine</span>
        <select
          value={target.engine}
          onChange={(event) => {
            onTarget({ ...target, engine: event.target.value });
          }}
        >
          {engines.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>Name</span>
        <input
          value={target.name}
          onChange={(event) => {
            onTarget({ ...target, name: event.target.value });
          }}
        />
      </label>
    </>
  );
}
