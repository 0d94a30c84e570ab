import type { SourceSummary } from '@tributary/contracts';
import { useAction } from '../api/use-action.js';
import { count } from '../parts/time.js';
import { TypedConfirmation } from '../parts/typed-confirmation.js';
import { withoutCommands } from '../parts/without-commands.js';

interface ConfirmDeletionsProps {
  readonly source: SourceSummary;
  readonly onClose: () => void;
}

/** A folder that is gone may be a disk that is not mounted. */
export function ConfirmDeletions({ source: { id, name, location, documents, reason = '' }, onClose }: ConfirmDeletionsProps) {
  const confirm = useAction((operations, _: undefined, context) => operations.syncSource(id, { confirmed: true }, context));
  return (
    <TypedConfirmation
      title={`Delete what is gone of ${name}`}
      name={name}
      action="Delete"
      error={confirm.error}
      isPending={confirm.isPending}
      onClose={onClose}
      onConfirm={() => {
        confirm.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <p>{withoutCommands(reason)}</p>
      <p>
        Those of its {count(documents)} documents whose files are no longer at <code>{location}</code> are deleted. A disk that is not
        mounted looks the same: see first whether it is there. Nothing brings them back but indexing them again.
      </p>
    </TypedConfirmation>
  );
}
