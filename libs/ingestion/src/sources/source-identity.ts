import { basename } from 'node:path';
import { sha256Hex } from '@tributary/kernel/ids';

/** The id of a source: the same place into the same collection is the same source. */
export function sourceId(realPath: string, collection: string | undefined): string {
  return sha256Hex(`${realPath}\n${collection ?? ''}`).slice(0, 16);
}

/** Names a source may get, best first: the one asked for or the folder's, then with six digits of the path's hash, then of the source's. */
export function wishedNames(realPath: string, id: string, wish?: string): readonly string[] {
  const name = wish ?? (basename(realPath).normalize('NFC') || 'root');
  return [name, `${name}-${sha256Hex(realPath).slice(0, 6)}`, `${name}-${id.slice(0, 6)}`];
}

/** Where the documents of a source go: `<folder>-code` and `<folder>-docs`, or all into the collection that was named. */
export function routeOf(name: string, collection: string | undefined): { readonly code: string; readonly docs: string } {
  if (collection !== undefined) return { code: collection, docs: collection };
  const stem =
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 110) || 'folder';
  return { code: `${stem}-code`, docs: `${stem}-docs` };
}
