import { useAction } from '../api/use-action.js';
import { count } from '../parts/time.js';
import { TypedConfirmation } from '../parts/typed-confirmation.js';
import type { DialogProps } from './dialog-props.js';

export function DeleteDialog({ collection: { name, documents, chunks, counted, foreign }, onClose }: DialogProps) {
  const remove = useAction((operations, _: undefined, context) => operations.removeCollection(name, context));
  return (
    <TypedConfirmation
      title={`Delete ${name}`}
      name={name}
      action="Delete"
      error={remove.error}
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <p>
        {foreign === 'adopted'
          ? 'Only its card goes: what its maker stored stays where it is.'
          : `${counted === 'not_yet' ? 'All its documents' : `${count(documents)} documents with ${count(chunks)} passages`} go with it. Nothing brings them back but indexing them again.`}
      </p>
    </TypedConfirmation>
  );
}
