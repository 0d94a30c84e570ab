import type { DocumentInput } from '@tributary/contracts';
import { parseDocumentUri, permanent } from '@tributary/kernel';

export interface MemoryDocument extends DocumentInput {
  readonly version: number;
  readonly storedAt: number;
  /** Where it is not the one that follows from collection and id. */
  readonly pointId?: string;
}

/** Texts by collection and id, in the order they came. */
export class MemoryDocuments {
  /** Collections made without a text. */
  readonly created = new Set<string>();
  readonly #byName = new Map<string, MemoryDocument>();
  #stored = 0;

  /** Keeps the text and answers its version. */
  put(document: DocumentInput, pointId?: string): number {
    this.#stored += 1;
    const version = document.version ?? this.#stored;
    this.#byName.set(nameOf(document), { ...document, version, storedAt: this.#stored, ...(pointId === undefined ? {} : { pointId }) });
    return version;
  }

  list(): readonly MemoryDocument[] {
    return [...this.#byName.values()];
  }

  collections(): readonly string[] {
    return [...new Set([...this.created, ...this.list().map(({ collection }) => collection)])];
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
