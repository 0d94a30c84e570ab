import { z } from 'zod';
import type { SourceSummary } from './source.js';

/** What must be within reach to read a source: the file system of a machine, or the network. */
export const SourceReach = z.enum(['local', 'web']);
export type SourceReach = z.infer<typeof SourceReach>;

const BY_NETWORK: ReadonlySet<SourceSummary['kind']> = new Set(['web', 'nextcloud-notes']);

/** Where sources of a kind are read: pages and notes of a Nextcloud by the network, everything else from files. */
export function reachOf(kind: SourceSummary['kind']): SourceReach {
  return BY_NETWORK.has(kind) ? 'web' : 'local';
}
