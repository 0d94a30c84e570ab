import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { runServer, type ServerOptions } from './run-server.js';

const DATABASE = 'chroma.sqlite3';

/** A folder as it may be served. */
export interface ServableFolder {
  readonly path: string;
  /** True for a copy, which nothing may be written to since it is thrown away. */
  readonly isCopy: boolean;
  remove(): Promise<void>;
}

/** The folder itself, or a copy when this `chroma` would bring it to another format and so lock out the program that made it. */
export async function servableFolder({ folder, ...options }: ServerOptions): Promise<ServableFolder> {
  const own = { path: folder, isCopy: false, remove: () => Promise.resolve() };
  if (!existsSync(join(folder, DATABASE))) return own;
  const present = formatOf(folder);
  const wanted = await formatOfProgram(options);
  if ([...wanted].every((step) => present.has(step))) return own;
  const path = await mkdtemp(join(tmpdir(), 'tributary-chroma-copy-'));
  await cp(folder, path, { recursive: true });
  return { path, isCopy: true, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** The migrations a folder has gone through. */
function formatOf(folder: string): ReadonlySet<string> {
  const database = new DatabaseSync(join(folder, DATABASE), { readOnly: true });
  try {
    const rows = database.prepare('SELECT dir, version FROM migrations').all();
    return new Set(rows.map(({ dir, version }) => `${String(dir)} ${String(version)}`));
  } catch {
    // No such table: from before there were migrations.
    return new Set();
  } finally {
    database.close();
  }
}

/** What the program makes of an empty folder. */
async function formatOfProgram(options: Omit<ServerOptions, 'folder'>): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-chroma-empty-'));
  try {
    const server = await runServer({ ...options, folder });
    await server.end();
    return formatOf(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
