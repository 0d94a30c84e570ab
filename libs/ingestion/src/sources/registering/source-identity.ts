import { basename } from 'node:path';
import { isNotesKind, nextcloudNameOf, type SourceKind } from '@tributary/contracts';
import { sha256Hex } from '@tributary/kernel/ids';

interface Named {
  readonly location: string;
  /** What people would call it; left out: the last part of the location. */
  readonly title?: string | undefined;
}

/** Names a source may get, best first: the one asked for or its own, then with six digits of the location's hash, then of the source's. */
export function wishedNames({ location, title }: Named, id: string, wish?: string): readonly string[] {
  const name = wish ?? ((title ?? basename(location)).normalize('NFC') || 'root');
  return [name, `${name}-${sha256Hex(location).slice(0, 6)}`, `${name}-${id.slice(0, 6)}`];
}

interface Routed extends Named {
  readonly kind: SourceKind;
  /** The name the source got. */
  readonly name: string;
  /** The one that was asked for. */
  readonly wish?: string | undefined;
  /** Whose it is alone. */
  readonly userId?: string | undefined;
  /** The collection that was asked for. */
  readonly collection?: string | undefined;
}

/** Where the documents of a source go: `<folder>-code` and `<folder>-docs`, or all into the collection that was named. The pages of one host go to one
 *  collection, `<host>-web`, whatever sources reach them. */
export function routeOf({ kind, name, wish, title, userId, collection }: Routed): { readonly code: string; readonly docs: string } {
  if (kind === 'web') {
    const web = collection ?? `${stemOf(wish ?? title ?? name)}-web`;
    return { code: web, docs: web };
  }
  if (collection !== undefined) return { code: collection, docs: collection };
  if (kind === 'nextcloud-notes' && wish === undefined && userId !== undefined) {
    const notes = notesCollectionOf(userId, name);
    return { code: notes, docs: notes };
  }
  if (isNotesKind(kind)) {
    const stem = stemOf(name);
    const notes = stem.endsWith('notes') ? stem : `${stem}-notes`;
    return { code: notes, docs: notes };
  }
  const stem = stemOf(name);
  return { code: `${stem}-code`, docs: `${stem}-docs` };
}

/** The collection of a user’s notes that nobody named. Where his name cannot be written in it, or reads as one that was changed, a hash of it keeps him apart from users
 *  whose names come to the same. @param name of the source, where it is not the one of all its user’s */
export function notesCollectionOf(userId: string, name = nextcloudNameOf(userId)): string {
  const stem = stemOf(name);
  const isPlain = stem === name && !/-[0-9a-f]{6}$/.test(userId);
  return isPlain ? `${stem}-notes` : `${stem.slice(0, 103)}-${sha256Hex(userId).slice(0, 6)}-notes`;
}

function stemOf(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 110) || 'folder'
  );
}
