import type { SourceSummary } from '@tributary/contracts';
import { useAction } from '../api/use-action.js';
import { count, counted } from '../parts/time.js';
import { TypedConfirmation } from '../parts/typed-confirmation.js';
import { withoutCommands } from '../parts/without-commands.js';

interface ConfirmDeletionsProps {
  readonly source: SourceSummary;
  readonly onClose: () => void;
}

/** Of a source whose last sync would have deleted much. A folder that is empty may be a disk that is not mounted. */
export function ConfirmDeletions({ source, onClose }: ConfirmDeletionsProps) {
  const { id, name, kind, location, documents, unconfirmed = 0, reason = '' } = source;
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
        {counted(unconfirmed, 'document')} of {count(documents)} can no longer be found at <code>{location}</code>, and what is still not
        there is deleted. {kind === 'web' ? '' : 'A disk that is not mounted looks the same: see first whether it is there. '}Nothing brings
        them back but indexing them again.
      </p>
    </TypedConfirmation>
  );
}
