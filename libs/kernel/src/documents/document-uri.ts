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

/** Reads an address, also one that was made a URI on its way: spaces and letters that are not ASCII may be percent-encoded. @throws `URI.INVALID` when it is not one. */
export function parseDocumentUri(uri: string): DocumentAddress {
  const match = /^tributary:\/\/([^/]+)\/([^#]+)(?:#(\d+))?$/.exec(uri);
  const [, collection, key, chunk] = match ?? [];
  if (collection === undefined || key === undefined) {
    throw permanent('URI.INVALID', `Not a document address: expected tributary://<collection>/<key>, optionally with #<chunk>.`);
  }
  const address = { collection, key: asStored(key) };
  return chunk === undefined ? address : { ...address, chunk: Number(chunk) };
}

/** What is encoded in a stored key is encoded again, and nothing else is. */
function asStored(key: string): string {
  try {
    return encodeDocumentKey(decodeURIComponent(key));
  } catch {
    // No UTF-8: not made by anybody who encodes URIs.
    return key;
  }
}
