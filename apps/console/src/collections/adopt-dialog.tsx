import { useQuery } from '@tanstack/react-query';
import { AdoptInput, type AdoptAnswer } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';
import { useAction } from '../api/use-action.js';
import { Failure } from '../parts/failure.js';
import { Modal } from '../parts/modal.js';
import type { DialogProps } from './dialog-props.js';

/** Looks first and says what was found and how sure that is; then binds, without writing to the collection. */
export function AdoptDialog({ collection: { name, engine }, onClose }: DialogProps) {
  const { operations, context } = useApi();
  const own = name.slice(name.indexOf('/') + 1);
  const input = (isDryRun: boolean) => AdoptInput.parse({ engine, collection: own, dry_run: isDryRun });
  const look = useQuery({
    queryKey: ['adopt', engine, own],
    queryFn: ({ signal }) => operations.adoptCollections(input(true), context(signal)),
  });
  const adopt = useAction((all, _: undefined, call) => all.adoptCollections(input(false), call));
  const error = look.error ?? adopt.error;
  return (
    <Modal title={`Adopt ${own}`} onClose={onClose}>
      {look.isPending ? <p className="muted">Looking …</p> : null}
      {look.data === undefined ? null : <Found answer={look.data} />}
      {error === null ? null : <Failure error={error} goesOn={adopt.error === null} />}
      <div className="row">
        <button
          type="button"
          className="primary"
          disabled={look.data === undefined || look.data.collections.length === 0 || adopt.isPending}
          onClick={() => {
            adopt.mutate(undefined, { onSuccess: onClose });
          }}
        >
          Adopt
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Modal>
  );
}

function Found({ answer: { collections, refused } }: { readonly answer: AdoptAnswer }) {
  return (
    <div className="stack small">
      {collections.map(({ collection, points, findings, notes }) => (
        <div key={collection} className="findings">
          <p>{points.toLocaleString('en')} points. Nothing is written to them.</p>
          <ul className="findings">
            {findings.map(({ what, name, value, certainty, reason }) => (
              <li key={`${what}/${name}`}>
                <span className="chip">{certainty}</span> {what} {name} <code>{value}</code>: {reason}
              </li>
            ))}
          </ul>
          {notes.map((note) => (
            <p key={note} className="notice warn">
              {note}
            </p>
          ))}
        </div>
      ))}
      {refused.map(({ collection, message }) => (
        <p key={collection} className="notice bad">
          {message}
        </p>
      ))}
    </div>
  );
}
