import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { CallContext, SourceInput } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Real paths below which folders and files may be ingested. */
export interface IngestRoots {
  /** Configured, and given at start: for every caller. */
  readonly everybody: readonly string[];
  /** For who has the owner’s token, beside those: the user’s home. */
  readonly owner: readonly string[];
}

interface Allowance {
  readonly principal: CallContext['principal'];
  readonly roots: IngestRoots;
  /** Places that are sources already: ingesting them again shows nothing new. */
  readonly sources: () => Promise<readonly { readonly location: string }[]>;
}

/** Lets nobody have a file read that lies outside the allowed roots; only a path that the owner typed himself may lie anywhere.
 *  Compares real paths, so that links lead nowhere else. @throws `SOURCE.NOT_FOUND`, `SOURCE.OUTSIDE_ROOTS` */
export async function requireIngestRoot(
  { location, trusted_path: isTyped }: Pick<SourceInput, 'location' | 'trusted_path'>,
  { principal, roots, sources }: Allowance,
): Promise<void> {
  const real = await realpath(location).catch(() => undefined);
  if (real === undefined) {
    throw permanent('SOURCE.NOT_FOUND', `There is no such file or folder: ${location}. Give the path as seen by the server.`, {
      category: 'not_found',
    });
  }
  if (principal.unrestricted && isTyped === true) return;
  const allowed = principal.unrestricted ? [...roots.owner, ...roots.everybody] : roots.everybody;
  if (allowed.some((root) => contains(root, real))) return;
  if ((await sources()).some((source) => contains(source.location, real))) return;
  throw outside(location, allowed, principal.unrestricted);
}

function contains(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function outside(location: string, allowed: readonly string[], isOwner: boolean) {
  const where = allowed.length === 0 ? 'none are configured' : `below ${allowed.join(', ')}`;
  const who = isOwner ? '' : 'Without the owner’s token ';
  return permanent(
    'SOURCE.OUTSIDE_ROOTS',
    `${who}${isOwner ? 'O' : 'o'}nly folders and files that the owner allowed may be read (${where}), and ${location} is not among them: the owner can index it with "tributary index ${location}", give it at start, or add it to sources.roots.`,
    { category: 'denied' },
  );
}
