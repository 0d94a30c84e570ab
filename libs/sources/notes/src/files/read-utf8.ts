import { isUtf8 } from 'node:buffer';

const DAMAGED = 'Characters that are not valid UTF-8 were replaced.';

/** Bytes as UTF-8, and in sentences what could not be read of them. */
export function readUtf8(bytes: Buffer): { readonly text: string; readonly notes: readonly string[] } {
  return { text: bytes.toString('utf8'), notes: isUtf8(bytes) ? [] : [DAMAGED] };
}
