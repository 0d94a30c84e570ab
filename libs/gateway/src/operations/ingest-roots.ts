import { realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Lets the owner ingest any folder, everybody else only what lies below the roots. Compares real paths, so that links lead nowhere else.
 *  @throws `SOURCE.NOT_FOUND`, `SOURCE.OUTSIDE_ROOTS` */
export async function requireIngestRoot(location: string, principal: Principal, roots: readonly string[]): Promise<void> {
  const real = await realpath(location).catch(() => undefined);
  if (real === undefined) {
    throw permanent('SOURCE.NOT_FOUND', `There is no such file or folder: ${location}. Give the path as seen by the server.`, {
      category: 'not_found',
    });
  }
  if (principal.unrestricted || roots.some((root) => real === root || real.startsWith(root.endsWith(sep) ? root : root + sep))) return;
  throw permanent('SOURCE.OUTSIDE_ROOTS', `Without the owner’s token only folders below ${roots.join(', ') || '(none)'} may be ingested.`, {
    category: 'denied',
  });
}
