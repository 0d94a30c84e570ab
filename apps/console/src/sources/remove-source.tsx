import type { SourceSummary } from '@tributary/contracts';
import { useState } from 'react';
import { useAction } from '../api/use-action.js';
import { count } from '../parts/time.js';
import { TypedConfirmation } from '../parts/typed-confirmation.js';

interface RemoveSourceProps {
  readonly source: SourceSummary;
  readonly onClose: () => void;
}

export function RemoveSource({ source: { id, name, documents }, onClose }: RemoveSourceProps) {
  const [keepDocuments, setKeepDocuments] = useState(false);
  const remove = useAction((operations, _: undefined, context) => operations.removeSource(id, { keepDocuments }, context));
  return (
    <TypedConfirmation
      title={`Remove ${name}`}
      name={name}
      action="Remove"
      error={remove.error}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <label className="choice">
        <input
          type="checkbox"
          checked={keepDocuments}
          onChange={({ target }) => {
            setKeepDocuments(target.checked);
          }}
        />
        Keep its {count(documents)} documents searchable
      </label>
    </TypedConfirmation>
  );
}
