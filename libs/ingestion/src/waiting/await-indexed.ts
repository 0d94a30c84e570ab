import type { Catalog } from '@tributary/engines-port';
import { whenIndexed, type AwaitedDocument } from './when-indexed.js';

/** `whenIndexed` as a use case: what makes a `store` searchable when it returns. */
export class AwaitIndexed {
  readonly #catalog: Catalog;

  constructor({ catalog }: { readonly catalog: Catalog }) {
    this.#catalog = catalog;
  }

  run(rows: readonly AwaitedDocument[], options: { readonly timeoutMs: number; readonly signal: AbortSignal }): Promise<boolean> {
    return whenIndexed({ catalog: this.#catalog, rows }, options);
  }
}
