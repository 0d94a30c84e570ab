import { temporaryFolder } from '@tributary/testing';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The home of a user who has Cursor, and the file in which it keeps its servers, which is not there yet. */
export async function makeCursorHome() {
  const folder = await temporaryFolder();
  await mkdir(join(folder.path, '.cursor'));
  return { folder, file: join(folder.path, '.cursor', 'mcp.json') };
}
