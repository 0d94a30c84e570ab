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
      <p>{wordsFor(documents, keepDocuments)}</p>
      {documents === 0 ? null : (
        <label className="choice">
          <input
            type="checkbox"
            checked={keepDocuments}
            onChange={({ target }) => {
              setKeepDocuments(target.checked);
            }}
          />
          Keep {documents === 1 ? 'its document' : `its ${count(documents)} documents`} searchable
        </label>
      )}
    </TypedConfirmation>
  );
}

/** What goes and what stays. */
function wordsFor(documents: number, areKept: boolean): string {
  if (documents === 0) return 'It has no documents. What it reads stays as it is.';
  const all = documents === 1 ? 'Its document' : `Its ${count(documents)} documents`;
  if (areKept) return `${all} can be found on, and nothing keeps up with what changes.`;
  return `${all} can no longer be found. What it reads stays as it is: adding the source again indexes it anew.`;
}
