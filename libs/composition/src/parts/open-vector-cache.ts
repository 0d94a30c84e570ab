import { join } from 'node:path';
import type { CachingOptions, VectorCache } from '@tributary/embedding-port';
import type { Engines } from '@tributary/engines-port';
import { systemClock } from '@tributary/kernel';
import type { JobLog } from '@tributary/messaging-port';
import { errorFields, type Configuration } from '@tributary/platform';
import type { QueueKind } from './open-queues.js';

interface CacheContext {
  readonly engines: Engines;
  readonly queueKind: QueueKind;
}

const FILE = 'vectors.db';
const REPORTED_EVERY_MS = 60_000;

/** Opens the cache of vectors where a configured model is worth one; an adapter is loaded only then. */
export async function openVectorCache(configuration: Configuration, context: CacheContext): Promise<VectorCache | undefined> {
  const { embeddingCache, models, data } = configuration;
  const store = storeOf(configuration, context);
  if (store === 'off' || Object.values(models).every(({ type }) => type === 'static')) return undefined;
  const { FileVectorCache, RecordVectorCache } = await import('@tributary/embedding-cache');
  const { maxVectors } = embeddingCache;
  return store === 'folder'
    ? new FileVectorCache({ file: join(data.folder, FILE), maxVectors })
    : new RecordVectorCache({ records: context.engines.primary.records, maxVectors });
}

/** Services on an embedded store share its folder; those on a Qdrant may run anywhere. */
function storeOf({ embeddingCache, engines, primary }: Configuration, { queueKind }: CacheContext): 'folder' | 'engine' | 'off' {
  if (embeddingCache.store !== 'auto') return embeddingCache.store;
  return queueKind === 'bullmq' && engines[primary]?.type === 'qdrant' ? 'engine' : 'folder';
}

/** What models are told of their cache. A failing one is reported now and then: it costs time, and nothing is lost. */
export function cachingBy(
  cache: VectorCache | undefined,
  { log, count }: { readonly log: JobLog; readonly count: CachingOptions['count'] },
): CachingOptions | undefined {
  if (cache === undefined) return undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    cache,
    ...(count === undefined ? {} : { count }),
    report: (error) => {
      const now = systemClock.now();
      if (now - reportedAt < REPORTED_EVERY_MS) return;
      reportedAt = now;
      log('the cache of vectors failed; texts are embedded without it', errorFields(error));
    },
  };
}
