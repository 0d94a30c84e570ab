import { Catalog, type Engines } from '@tributary/engines-port';
import type { Collaborators } from '@tributary/ingestion';
import { matchesPattern } from '@tributary/contracts';
import { CallLimits } from '@tributary/gateway';
import { systemClock } from '@tributary/kernel';
import type { JobLog, Queues } from '@tributary/messaging-port';
import { CollectionSketches, type SearchCollaborators } from '@tributary/federation';
import type { Configuration, Logger } from '@tributary/platform';
import type { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { composeAdoption, type AdoptionParts } from './compose-adoption.js';
import { composeMigration } from './compose-migration.js';
import { prepareDataFolder } from '../data-folder/prepare-data-folder.js';
import { unusedStores } from '../data-folder/made-store.js';
import { openEngines } from './open-engines.js';
import type { TextExtractor } from '@tributary/sources-port';
import { openExtractor } from './open-extractor.js';
import { openReaders } from './open-readers.js';
import { openModels } from './open-models.js';
import { cachingBy, openVectorCache } from './open-vector-cache.js';
import { observeEmbedding } from '../observing/observe-embedding.js';
import { observeProvider, observedEngine } from '../observing/observed-parts.js';
import { ObservedQueues } from '../observing/observed-queues.js';
import type { Observing } from '../observing/observing.js';
import { openObserving } from '../observing/open-observing.js';
import { searchObserver } from '../observing/observe-search.js';
import { openQueues, type QueueKind } from './open-queues.js';
import { openReranker } from './open-reranker.js';
import { openState } from './open-state.js';
import type { CallMemory, SessionStore } from '@tributary/state-port';

/** Which adapter fills which port, chosen by configuration: what every role is made of. */
export interface Parts extends Omit<Collaborators, 'adopted' | 'found'>, AdoptionParts {
  /** What this process counts and follows. */
  readonly observing: Observing;
  readonly onQueryVector: NonNullable<SearchCollaborators['onQueryVector']>;
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly queueKind: QueueKind;
  /** Where services keep ranked lists; a standalone server keeps them in memory. */
  readonly cursors?: NonNullable<SearchCollaborators['cursors']>;
  /** What "auto" chooses by, one for everything in this process that searches. */
  readonly sketches: CollectionSketches;
  readonly autoMaxCollections?: number;
  /** Of searches that name none. */
  readonly priorities?: Configuration['priorities'];
  /** How much each caller may ask for: counted by Redis for all replicas, by a standalone server itself. */
  readonly limits: CallLimits;
  readonly extractor: TextExtractor;
  /** Where services remember calls by their idempotency key; a standalone server keeps them in memory. */
  readonly memory?: CallMemory;
  /** Where services keep the sessions of browsers; a standalone server keeps them in memory. */
  readonly sessions?: SessionStore;
  /** Where a reranker is configured. */
  readonly reranking?: NonNullable<SearchCollaborators['reranking']>;
  /** Closes queues, engines and models; roles have stopped before. */
  close(): Promise<void>;
}

export interface PartsOptions {
  readonly configuration: Configuration;
  readonly logger: Logger;
  readonly queueKind: QueueKind;
  /** Names the process in traces. */
  readonly service?: string;
}

/** Opens what the configuration names. @throws `DATA.UNUSABLE`, `CONFIG.REDIS_MISSING`, and what an adapter throws */
export async function composeParts({ configuration, logger, queueKind, service = 'tributary' }: PartsOptions): Promise<Parts> {
  const log: JobLog = (message, fields) => {
    logger.warn(message, fields);
  };
  await prepareFolder(configuration, log);
  const observing = await openObserving(configuration, { service, logger });
  const common = new StaticEmbeddingProvider();
  const engines = await openEngines(configuration, { common, observe: (engine) => observedEngine(engine, observing) });
  const cache = await openVectorCache(configuration, { engines, queueKind });
  const { countTokens, countFound } = observeEmbedding(observing);
  const providers = await openModels(configuration, { common, caching: cachingBy(cache, { log, count: countFound }) });
  for (const provider of new Set([common, ...providers.all()])) observeProvider(provider, observing);
  const opened = await openQueues(queueKind, configuration, log).catch(async (error: unknown) => {
    await Promise.all(engines.all().map((engine) => engine.close()));
    throw error;
  });
  const queues = new ObservedQueues(opened, observing, searchObserver(observing.metrics));
  const extractor = openExtractor(configuration);
  const { auto, collections, bulk } = configuration;
  const { cursors, memory, sessions, counts } = openState(configuration, { queueKind, log });
  const reranking = await openReranker(configuration, queues);
  const basis = { configuration, engines, queues, providers, common, catalog: new Catalog(engines.primary.records), clock: systemClock };
  return {
    ...basis,
    ...composeAdoption(basis),
    ...composeMigration(basis),
    sketches: new CollectionSketches(basis),
    limits: new CallLimits(counts),
    extractor,
    observing,
    countTokens,
    onQueryVector: (outcome) => {
      observing.metrics.queryVectors.inc({ outcome });
    },
    logger,
    queueKind,
    log,
    readers: await openReaders(configuration, extractor),
    hygiene: { masksSecrets: configuration.sources.maskSecrets },
    placement: (name) => placementOf(collections[name]),
    mayIngestInto: (name) => bulk.allowedCollections.some((pattern) => matchesPattern(pattern, name)),
    ...(cursors === undefined ? {} : { cursors }),
    ...(memory === undefined ? {} : { memory }),
    ...(sessions === undefined ? {} : { sessions }),
    ...(reranking === undefined ? {} : { reranking }),
    ...(auto.maxCollections === undefined ? {} : { autoMaxCollections: auto.maxCollections }),
    ...(configuration.priorities.order.length === 0 ? {} : { priorities: configuration.priorities }),
    close: async () => {
      await extractor.close();
      await cursors?.close();
      await counts.close();
      await memory?.close();
      await sessions?.close();
      await reranking?.reranker.close();
      await closeAll({ queues, engines, providers });
      await cache?.close();
      await observing.tracing.close();
    },
  };
}

async function prepareFolder(configuration: Configuration, log: JobLog): Promise<void> {
  await prepareDataFolder(configuration.data.folder, { warn: log });
  // A folder that cannot be listed has other trouble, which is told elsewhere.
  for (const reason of await unusedStores(configuration).catch(() => [])) log('a store is not read', { reason });
}

function placementOf(settings: Configuration['collections'][string] | undefined) {
  const { engine, model } = settings ?? {};
  return { ...(engine === undefined ? {} : { engine }), ...(model === undefined ? {} : { model }) };
}

async function closeAll({
  queues,
  engines,
  providers,
}: {
  queues: Queues;
  engines: Engines;
  providers: EmbeddingProviders;
}): Promise<void> {
  await queues.close();
  await Promise.all([...engines.all(), ...providers.all()].map((part) => part.close()));
}
