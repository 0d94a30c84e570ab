import type { DocumentInput } from '@tributary/contracts';
import { parseDocumentUri, permanent } from '@tributary/kernel';

export interface MemoryDocument extends DocumentInput {
  readonly version: number;
  readonly storedAt: number;
}

/** Texts by collection and id, in the order they came. */
export class MemoryDocuments {
  readonly #byName = new Map<string, MemoryDocument>();
  #stored = 0;

  /** Keeps the text and answers its version. */
  put(document: DocumentInput): number {
    this.#stored += 1;
    const version = document.version ?? this.#stored;
    this.#byName.set(nameOf(document), { ...document, version, storedAt: this.#stored });
    return version;
  }

  list(): readonly MemoryDocument[] {
    return [...this.#byName.values()];
  }

  remove(document: Pick<DocumentInput, 'collection' | 'id'>): void {
    this.#byName.delete(nameOf(document));
  }

  /** @throws `DOCUMENT.NOT_FOUND`, `URI.INVALID` */
  find(uri: string): MemoryDocument {
    const { collection, key } = parseDocumentUri(uri);
    const found = this.#byName.get(nameOf({ collection, id: key }));
    if (found) return found;
    throw permanent('DOCUMENT.NOT_FOUND', `There is no document ${uri}.`, { category: 'not_found' });
  }
}

function nameOf({ collection, id }: Pick<DocumentInput, 'collection' | 'id'>): string {
  return `${collection}/${id}`;
}
