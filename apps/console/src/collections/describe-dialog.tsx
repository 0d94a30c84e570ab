import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';

/** The description decides, among others, when `auto` asks the collection. */
export function DescribeDialog({ collection: { name, description }, onClose }: DialogProps) {
  const [text, setText] = useState(description);
  const describe = useAction((operations, input: { readonly description: string } | { readonly from_documents: true }, context) =>
    operations.describeCollection(name, input, context),
  );
  const options = { onSuccess: onClose };
  return (
    <Modal title={`Describe ${name}`} onClose={onClose}>
      <label className="field">
        <span>What it holds, in a sentence; assistants read it when they choose</span>
        <textarea
          rows={4}
          maxLength={2000}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
          }}
        />
      </label>
      {describe.error === null ? null : <Failure error={describe.error} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={describe.isPending}
          onClick={() => {
            describe.mutate({ description: text }, options);
          }}
        >
          Save
        </button>
        <button
          type="button"
          disabled={describe.isPending}
          onClick={() => {
            describe.mutate({ from_documents: true }, options);
          }}
        >
          Make it from the documents
        </button>
      </div>
    </Modal>
  );
}
