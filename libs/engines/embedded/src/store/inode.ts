import { retryable } from '@tributary/kernel';
import { statSync } from 'node:fs';

/** A file as it was opened. */
export interface OpenedFile {
  readonly file: string;
  /** Its number in its file system. */
  readonly inode: bigint | undefined;
}

/** The number of the file that has this path now; undefined where none has. */
export function inodeOf(file: string): bigint | undefined {
  try {
    return statSync(file, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch {
    return undefined;
  }
}

/** What is written to a file that was moved or removed is lost, or not where it is looked for. @throws `ENGINE.STORE_MOVED` */
export function requireInPlace({ file, inode }: OpenedFile): void {
  if (inodeOf(file) === inode) return;
  throw retryable(
    'ENGINE.STORE_MOVED',
    `${file} was moved, removed or replaced while it was open: nothing is written. Put its folder back, or end Tributary and start it again.`,
    { category: 'unavailable' },
  );
}
