import { permanent } from '../errors/tributary-error.js';

const SCHEME = 'tributary://';

/** The address of a document or of one of its chunks: `tributary://<collection>/<key>#<n>`. */
export interface DocumentAddress {
  readonly collection: string;
  readonly key: string;
  /** The chunk, counted from 0; absent when the whole document is meant. */
  readonly chunk?: number;
}

/** A key as it is stored: NFC, with `%`, `:`, `#` and control characters percent-encoded. Encoding twice is not idempotent. */
export function encodeDocumentKey(raw: string): string {
  return raw.normalize('NFC').replace(/[%:#\u0000-\u001f\u007f]/g, (char) => encodeURIComponent(char));
}

/** The text a key was made from. */
export function decodeDocumentKey(key: string): string {
  return key.replace(/%[0-9A-Fa-f]{2}/g, (escape) => decodeURIComponent(escape));
}

/** Writes an address; the key is taken as it is stored. */
export function formatDocumentUri({ collection, key, chunk }: DocumentAddress): string {
  return `${SCHEME}${collection}/${key}${chunk === undefined ? '' : `#${chunk.toString()}`}`;
}

/** Reads an address, also one that was made a URI on its way: spaces and letters that are not ASCII may be percent-encoded; and one that was written by
 *  hand: `#` and `%` that can mean nothing else belong to the name. @throws `URI.INVALID` when it is not one. */
export function parseDocumentUri(uri: string): DocumentAddress {
  const match = /^tributary:\/\/([^/]+)\/([^#].*?)(?:#(\d+))?$/s.exec(uri);
  const [, collection, key, chunk] = match ?? [];
  if (collection === undefined || key === undefined) {
    throw permanent(
      'URI.INVALID',
      `Not a document address: expected tributary://<collection>/<key>, optionally with #<chunk>.${encodingHint(uri)}`,
    );
  }
  const address = { collection, key: asStored(key) };
  return chunk === undefined ? address : { ...address, chunk: Number(chunk) };
}

/** What to do where an address leads nowhere and may not be encoded: a sentence after a blank, or nothing. */
export function encodingHint(uri: string): string {
  const encoded = encodedUri(uri);
  return encoded === undefined ? '' : ` A # or % that belongs to a name is written %23 or %25: ${encoded}`;
}

/** The address that is meant where the `#` and `%` in this one belong to a name and were not encoded; undefined where there are none. */
function encodedUri(uri: string): string | undefined {
  const [, collection, name = ''] = /^tributary:\/\/([^/]+)\/(.+)$/s.exec(uri) ?? [];
  // Behind a blank a number is rather part of a name ("Issue #12") than a chunk.
  if (collection === undefined || !/[#%]/.test(name.replace(/(?<!\s)#\d+$/, ''))) return undefined;
  return formatDocumentUri({ collection, key: encodeDocumentKey(name) });
}

/** What is encoded in a stored key is encoded again, and nothing else is. */
function asStored(key: string): string {
  try {
    return encodeDocumentKey(decodeURIComponent(key.replace(/%(?![0-9A-Fa-f]{2})/g, '%25')));
  } catch {
    // No UTF-8: not made by anybody who encodes URIs.
    return key;
  }
}
