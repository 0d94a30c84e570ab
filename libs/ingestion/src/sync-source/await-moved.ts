import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '@tributary/engines-port';

/** Longer than this nobody waits: what is not indexed by then is embedded anew. */
const LIMIT_MS = 60_000;
const POLL_MS = 25;
const MOST_AT_ONCE = 500;

/** Waits until the documents of moved files are searchable, so that the vectors of their former places are still there to be taken over. */
export async function awaitMoved(catalog: Catalog, recordKeys: readonly string[], signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + LIMIT_MS;
  let open = recordKeys;
  for (let waitMs = POLL_MS; open.length > 0 && performance.now() < endsAt; waitMs = Math.min(waitMs * 2, 1000)) {
    const asked = open.slice(0, MOST_AT_ONCE);
    const rows = await catalog.documents.getMany(asked);
    const waiting = asked.filter((_, i) => rows[i]?.state === 'accepted');
    const isStuck = waiting.length === asked.length;
    open = [...waiting, ...open.slice(MOST_AT_ONCE)];
    if (isStuck) await pause(waitMs, undefined, { signal });
  }
}
