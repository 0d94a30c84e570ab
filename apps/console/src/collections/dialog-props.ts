import type { CollectionSummary } from '@tributary/contracts';

/** What every dialog about a collection gets. */
export interface DialogProps {
  readonly collection: CollectionSummary;
  readonly onClose: () => void;
}
