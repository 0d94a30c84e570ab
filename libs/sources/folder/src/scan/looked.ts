import type { Dirent } from 'node:fs';
import type { ScannedEntry } from '@tributary/sources-port';
import { isSecret } from '../rules/secrets.js';
import type { Folder } from './folder.js';

/** A name in a folder, and what stands there. */
export type DiskEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** What was found at a name: an entry of the scan, or a folder to walk; undefined for what is gone again. */
export type Looked = { readonly entry: ScannedEntry } | { readonly folder: Folder } | undefined;

export function lookAtFolder(folder: Folder): { readonly entry: SkippedEntry } | { readonly folder: Folder } {
  const reason = isSecret(folder.path.slice(0, -1)) ? 'secret' : folder.rules.reasonFor(folder.path);
  return reason === undefined ? { folder } : { entry: skipped(folder.path, reason) };
}

/** Numbers of files beyond what a double can tell apart are of no use. */
export function inodeOf(ino: number): { readonly inode?: number } {
  return Number.isSafeInteger(ino) && ino > 0 ? { inode: ino } : {};
}

export function skipped(path: string, reason: string): SkippedEntry {
  return { found: false, path, reason };
}

export type SkippedEntry = Extract<ScannedEntry, { readonly found: false }>;
