import { MigrateInput } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';
import { UndoButton } from './undo-button.js';
import { useConfigured } from './use-configured.js';

/** To another engine, or as a copy under another name; compared point by point before it answers. */
export function MoveDialog({ collection: { name, engine }, onClose }: DialogProps) {
  const [target, setTarget] = useState({ engine, name });
  const { engines } = useConfigured();
  const move = useAction((operations, input: { readonly to: string } | { readonly back: true }, context) =>
    operations.migrateCollection(MigrateInput.parse({ from: `${engine}/${name}`, ...input }), context),
  );
  const wanted = target.name.trim();
  const isCopy = wanted !== name;
  return (
    <Modal title={`${isCopy ? 'Copy' : 'Move'} ${name}`} onClose={onClose}>
      <p>It is copied in the background and compared before the copy answers.</p>
      <Consequence name={name} copy={isCopy ? wanted : undefined} />
      <Destination engines={[...new Set([engine, ...engines])]} target={target} onTarget={setTarget} />
      {engines.length === 1 && !isCopy ? (
        <p className="muted small">There is no other engine to move it to: under another name it is copied.</p>
      ) : null}
      {move.error === null ? null : <Failure error={move.error} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={(target.engine === engine && !isCopy) || wanted === '' || move.isPending}
          onClick={() => {
            move.mutate({ to: `${target.engine}/${wanted}` }, { onSuccess: onClose });
          }}
        >
          {isCopy ? 'Copy' : 'Move'}
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

/** What is there afterwards. @param copy another name; undefined: it keeps its own */
function Consequence({ name, copy }: { readonly name: string; readonly copy: string | undefined }) {
  if (copy === undefined) return <p>What answers now is kept for a week, so that the move can be undone.</p>;
  return (
    <p className="notice warn">
      Under another name it is a copy: {name} stays, both are searched, and what fills {name} goes on filling that alone. Delete the one you
      do not want once the copy answers.
    </p>
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
