import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** True where the Python library qdrant-client keeps a store of its own: `meta.json` with collections, or their SQLite files below `collection/`. */
export function isQdrantClientStore(folder: string): boolean {
  return hasCollections(join(folder, 'meta.json')) || hasStorage(join(folder, 'collection'));
}

function hasCollections(file: string): boolean {
  try {
    const meta: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof meta === 'object' && meta !== null && 'collections' in meta;
  } catch {
    return false;
  }
}

function hasStorage(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => existsSync(join(folder, name, 'storage.sqlite')));
  } catch {
    return false;
  }
}
