import { useState, type ReactNode } from 'react';
import { Failure } from './failure.js';
import { Modal } from './modal.js';

interface TypedConfirmationProps {
  readonly title: string;
  /** What must be typed. */
  readonly name: string;
  readonly action: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for the name of what is about to go. */
export function TypedConfirmation({ title, name, action, error, isPending, onConfirm, onClose, children }: TypedConfirmationProps) {
  const [typed, setTyped] = useState('');
  return (
    <Modal title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) onConfirm();
        }}
      >
        {children}
        <label className="field">
          <span>
            Type <code>{name}</code> to go on
          </span>
          <input
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => {
              setTyped(target.value);
            }}
          />
        </label>
        {error === null ? null : <Failure error={error} />}
        <div className="row">
          <button type="submit" className="danger" disabled={typed !== name || isPending}>
            {action}
          </button>
          <button type="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Modal>
  );
}
