import { useEffect, useRef, type ReactNode } from 'react';
import { useMedia } from '../shell/media.js';

interface PanelFrameProps {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Stands beside the hits; where there is no room for that it covers the page, and keeps the focus as a dialog does. */
export function PanelFrame({ onClose, children }: PanelFrameProps) {
  const isBeside = useMedia('(min-width: 60.01rem)');
  return isBeside ? <Beside>{children}</Beside> : <Above onClose={onClose}>{children}</Above>;
}

function Beside({ children }: { readonly children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <aside className="panel card" aria-label="Document" tabIndex={-1} ref={panel}>
      {children}
    </aside>
  );
}

function Above({ onClose, children }: PanelFrameProps) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    panel.current?.showModal();
    panel.current?.focus();
  }, []);
  return (
    <dialog className="panel card" aria-label="Document" tabIndex={-1} ref={panel} onClose={onClose}>
      {children}
    </dialog>
  );
}

export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <button
      type="button"
      className="quiet"
      aria-label="Close the document"
      onClick={({ currentTarget }) => {
        const dialog = currentTarget.closest('dialog');
        // What lies behind a dialog takes no focus before that is closed, which tells that it was.
        if (dialog === null) onClose();
        else dialog.close();
      }}
    >
      ✕
    </button>
  );
}
