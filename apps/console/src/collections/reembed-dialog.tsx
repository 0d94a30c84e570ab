import { ReembedInput } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';
import { UndoButton } from './undo-button.js';
import { useConfigured } from './use-configured.js';

/** New vectors in the background; the present ones answer until all are there. */
export function ReembedDialog({ collection: { name, model }, onClose }: DialogProps) {
  const [target, setTarget] = useState('');
  const { models } = useConfigured();
  const [isMissingOnly, setIsMissingOnly] = useState(false);
  const reembed = useAction((operations, input: Omit<ReembedInput, 'collection' | 'keep_days' | 'cancel'>, context) =>
    operations.reembedCollection(ReembedInput.parse({ collection: name, ...input }), context),
  );
  const start = () => {
    reembed.mutate({ back: false, missing: isMissingOnly, ...(target === '' ? {} : { model: target }) }, { onSuccess: onClose });
  };
  return (
    <Modal title={`Re-embed ${name}`} onClose={onClose}>
      <p>
        Its vectors are made by <code>{model.name}</code>. New ones are made in the background; the present ones answer until all are there,
        and can be brought back for a week.
      </p>
      <label className="field">
        <span>Model</span>
        <select
          value={target}
          onChange={(event) => {
            setTarget(event.target.value);
          }}
        >
          <option value="">{model.name}, as it is now</option>
          {models
            .filter((one) => one !== model.name)
            .map((one) => (
              <option key={one}>{one}</option>
            ))}
        </select>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          checked={isMissingOnly}
          onChange={(event) => {
            setIsMissingOnly(event.target.checked);
          }}
        />
        Only passages without a vector
      </label>
      {reembed.error === null ? null : <Failure error={reembed.error} />}
      <div className="row">
        <button type="button" className="primary" disabled={reembed.isPending} onClick={start}>
          Start
        </button>
        <UndoButton
          collection={name}
          what="vectors"
          isPending={reembed.isPending}
          onUndo={() => {
            reembed.mutate({ back: true, missing: false }, { onSuccess: onClose });
          }}
        />
      </div>
    </Modal>
  );
}
