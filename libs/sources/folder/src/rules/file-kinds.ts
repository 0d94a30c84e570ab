import { documentTypeOf, languageOf, languageOfScript } from '@tributary/chunking';
import type { DocumentType } from '@tributary/contracts';
import type { TextExtractor } from '@tributary/sources-port';
import { hasBinaryExtension } from './binary-extensions.js';

/** Documents that are no plain text, and who reads them. */
export interface Documents {
  readonly extractor: TextExtractor;
  /** Larger ones are left out. */
  readonly maxBytes: number;
}

/** What the name of a file tells: whether it is read, up to which size, and into which collection it goes. */
export class FileKinds {
  readonly #maxBytes: number;
  readonly #documents: Documents | undefined;

  constructor(maxBytes: number, documents: Documents | undefined) {
    this.#maxBytes = maxBytes;
    this.#documents = documents;
  }

  /** Its name tells that nothing of it is text. */
  isBinary(path: string): boolean {
    return hasBinaryExtension(path) && this.formatOf(path) === undefined;
  }

  /** The format of a document that is extracted; undefined for plain text and code. */
  formatOf(path: string): string | undefined {
    return this.#documents?.extractor.formatOf({ name: path });
  }

  /** In bytes. */
  limitOf(path: string): number {
    return this.#documents !== undefined && this.formatOf(path) !== undefined ? this.#documents.maxBytes : this.#maxBytes;
  }

  typeOf(path: string): DocumentType {
    return this.formatOf(path) === undefined ? documentTypeOf(path) : 'doc';
  }

  /** The language by the name, of a program without an ending by its first line. */
  languageOf(path: string, { mode, text }: { readonly mode: number; readonly text: string }): string | undefined {
    return languageOf(path) ?? (mayBeScript(path, mode) ? languageOfScript(text) : undefined);
  }
}

/** Whether a file is a program whose name does not say so: its first line may. On Windows no file tells that it is to be run. */
export function mayBeScript(path: string, mode: number): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.') && languageOf(name) === undefined && ((mode & 0o111) !== 0 || process.platform === 'win32');
}
