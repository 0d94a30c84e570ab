import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ScannedEntry } from '@tributary/sources-port';
import { temporaryFolder } from '@tributary/testing';
import { FolderReader } from '../reader/folder-reader.js';

/** Makes a temporary folder that holds these files, readable by every user. */
export async function makeTree(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  await addFiles(folder.path, files);
  return folder;
}

export async function addFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

export interface ScanResult {
  /** Paths to index, in order. */
  readonly found: readonly string[];
  /** Reason by path of what is left out. */
  readonly skipped: Readonly<Record<string, string>>;
}

export async function scanAll(location: string, reader = new FolderReader()): Promise<ScanResult> {
  const entries: ScannedEntry[] = [];
  for await (const entry of reader.scan(location)) entries.push(entry);
  return {
    found: entries.flatMap((entry) => (entry.found ? [entry.path] : [])).sort(),
    skipped: Object.fromEntries(entries.flatMap((entry) => (entry.found ? [] : [[entry.path, entry.reason]]))),
  };
}

/** Runs something without the right to read everything: the superuser gives it up meanwhile. */
export async function unprivileged<T>(action: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process;
  if (geteuid?.() !== 0 || !seteuid) return await action();
  seteuid(65_534);
  try {
    return await action();
  } finally {
    seteuid(0);
  }
}
