import { decodeDocumentKey, parseDocumentUri, type DocumentAddress } from '@tributary/kernel';

/** What a caller writes to mean a document: its address, or the path of its file as hits, stack traces, editors and browsers write it. */
export interface WrittenAddress {
  /** Left out where a path alone is written. */
  readonly address?: DocumentAddress;
  /** The key of the address without lines, not encoded and else as written. Left out for paths, and where what looks like lines may be part of the key (`ticket:1`). */
  readonly exact?: string;
  /** Not encoded, with `/` between its parts, neither `./` nor a drive before it and no lines behind it; of an address what stands behind its collection, a `/` at its end included. */
  readonly path: string;
  /** Lines behind it, from 1. */
  readonly lines?: WrittenLines;
}

interface WrittenLines {
  readonly start: number;
  /** Left out where one line is written: what stands around it is meant. */
  readonly end?: number;
}

/** Behind a name: `:30`, `:30:5`, `:30-40`, `#L30`, `#L30-L40`, `#L30C5-L40C2`, `(30,5)`. */
const LINES =
  /(?<=[^/])(?::(\d{1,7})(?:-(\d{1,7})|:\d{1,7})?|#L(\d{1,7})(?:C\d{1,7})?(?:-L?(\d{1,7})(?:C\d{1,7})?)?|\((\d{1,7})(?:,\s?\d{1,7})?\))$/u;
/** What stands before lines where they can be nothing else: a name that ends like that of a file, or all where `#L` follows. */
const FILE_NAME = /[^/.]\.[a-z][a-z0-9]{0,9}$/iu;
const SCHEME = /^([a-z][a-z0-9+.-]+):\/\//iu;
const BESIDE = /^(?:\.{0,2}\/)*(?:[a-z]:\/+)?(?:\.{0,2}\/)*/iu;

/** @throws `URI.INVALID` where it is an address of another kind */
export function readWrittenAddress(written: string): WrittenAddress {
  const scheme = SCHEME.exec(written)?.[1]?.toLowerCase();
  const isFile = scheme === 'file';
  const address = scheme === undefined || isFile ? undefined : parseDocumentUri(written);
  const match = LINES.exec(written);
  const [start, end] = (match ?? []).slice(1).filter(isWritten).map(Number);
  const bare = match === null ? written : written.slice(0, match.index);
  const lines = start === undefined || start === 0 ? undefined : { start, ...(end === undefined ? {} : { end }) };
  const behind = lines === undefined ? {} : { lines };
  if (address === undefined) return { path: withoutSlash(plainPath(isFile ? ofFileUrl(bare) : bare)), ...behind };
  const key = ofAddress(bare);
  const isExact = match === null || match[0].startsWith('#') || FILE_NAME.test(bare);
  return { address, path: plainPath(key), ...(isExact ? { exact: key.normalize('NFC') } : {}), ...behind };
}

function isWritten(number: string | undefined): number is string {
  return number !== undefined;
}

function ofAddress(uri: string): string {
  return decodeDocumentKey(parseDocumentUri(uri).key);
}

function ofFileUrl(url: string): string {
  const path = url.slice('file://'.length).replace(/^localhost(?=\/)/u, '');
  try {
    return decodeURIComponent(path);
  } catch {
    // Not encoded as URLs are: it is meant as it stands.
    return path;
  }
}

function plainPath(written: string): string {
  return written.replaceAll('\\', '/').replace(BESIDE, '').normalize('NFC');
}

function withoutSlash(path: string): string {
  return path.replace(/\/$/u, '');
}
