import type { Drift } from '@tributary/contracts';
import type { CollectionRecord, DocumentFence, DocumentRecord } from '@tributary/engines-port';
import type { Holder } from './take-over.js';

/** A document as the engine has it. */
export interface EngineDocument {
  readonly docId: string;
  readonly key: string;
  readonly fence: DocumentFence;
  /** Its points. */
  readonly points: number;
}

/** A difference, with what its repair needs. */
export type FoundDrift = { readonly drift: Drift } & (
  | { readonly repair: 'register' | 'delete'; readonly collection: CollectionRecord; readonly document: EngineDocument }
  | {
      readonly repair: 'index-again' | 'delete-row';
      readonly collection: CollectionRecord;
      readonly row: DocumentRecord;
      readonly fence: DocumentFence | undefined;
    }
  | { readonly repair: 'apply-delete'; readonly collection: CollectionRecord; readonly row: DocumentRecord }
  | { readonly repair: 'note'; readonly collection: CollectionRecord; readonly row: DocumentRecord; readonly document: EngineDocument }
  | { readonly repair: 'recount' | 'create' | 'index-words'; readonly collection: CollectionRecord }
  | {
      readonly repair: 'take-over';
      readonly collection: CollectionRecord;
      readonly holder: Holder;
      /** Of the documents. */
      readonly keys: readonly string[];
    }
  | { readonly repair: 'drop' | 'list'; readonly engine: string; readonly name: string }
  | { readonly repair: 'sync'; readonly source: string }
  /** Only the user knows what is wanted; the detail says what there is to choose from. */
  | { readonly repair: 'by-hand' }
);
