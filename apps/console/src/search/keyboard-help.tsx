import { Modal } from '../parts/modal.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'to the search box'],
  ['↓  ↑', 'to the next hit, to the one before'],
  ['Enter', 'open the document of the hit'],
  ['c', 'copy the passage of the hit'],
  ['Esc', 'close the document, back to the box'],
  ['?', 'this list'],
];

export function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
