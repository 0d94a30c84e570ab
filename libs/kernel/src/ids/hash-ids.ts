import { hash } from 'node:crypto';

/** SHA-256 of a text, in hex: the `hash` of a chunk and of a document. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The MD5 of a text laid out as a UUID: the 16 bytes as they are, no version bits. */
export function md5Uuid(text: string): string {
  const hex = hash('md5', text, 'hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The id of a document: MD5-UUID of `<collection>:<key>`; the key as stored (encoded). */
export function documentId(collection: string, key: string): string {
  return md5Uuid(`${collection}:${key}`);
}

/** The string id of a chunk: `<collection>:<key>:chunk:<n>`. */
export function chunkOriginalId({ collection, key, chunk }: { collection: string; key: string; chunk: number }): string {
  return `${collection}:${key}:chunk:${chunk.toString()}`;
}

/** The id of a source: the same place into the same collection is the same source. @param collection left out: those of its own name */
export function sourceId(location: string, collection: string | undefined): string {
  return sha256Hex(`${location}\n${collection ?? ''}`).slice(0, 16);
}
