import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DynamicModule } from '@nestjs/common';
import type { Operations } from '@tributary/contracts';
import { DescribeDocuments, FetchDocument, ReadMap, ReadPoints, WhyNot } from '@tributary/federation';
import { AuditedOperations, GatewayHttpModule, RecentCalls, mountConsole, subjectOfToken, type Authenticator } from '@tributary/gateway';
import {
  AcceptDocuments,
  AddSource,
  AwaitIndexed,
  CreateCollection,
  DeleteDocuments,
  EmptyCollection,
  EnsureCollection,
  Examine,
  type ExamineInput,
  PauseSource,
  Projects,
  RemoveCollection,
  RemoveSource,
  SummariseSource,
} from '@tributary/ingestion';
import { homeFolder } from '@tributary/kernel/places';
import { StartMigration } from '@tributary/migration';
import { errorFields } from '@tributary/platform';
import type { FastifyInstance } from 'fastify';
import { checkInstallation } from '../doctor/check-installation.js';
import { dialectSurroundings } from '../dialects/dialect-surroundings.js';
import { keepCalls } from '../observing/keep-calls.js';
import { observeTools } from '../observing/observe-tools.js';
import { observedOperations } from '../observing/observed-operations.js';
import type { Parts } from '../parts/compose-parts.js';
import { VERSION } from '../version.js';
import { mountMcp } from './mount-mcp.js';
import { realPaths } from './real-paths.js';
import { recentHealth } from './recent-health.js';

/** Where the build puts the web console. */
const CONSOLE = fileURLToPath(new URL('../../../../apps/console/dist/site', import.meta.url));

interface GatewayOptions {
  readonly authenticator: Authenticator;
  /** Folders given at start: every caller may ingest what lies below them. */
  readonly folders: readonly string[];
}

/** The face of the product: its operations, and what puts them on HTTP and MCP. */
export interface GatewayRole {
  readonly operations: Operations;
  readonly module: DynamicModule;
  mount(server: FastifyInstance): void;
}

export async function gatewayRole(parts: Parts, { authenticator, folders }: GatewayOptions): Promise<GatewayRole> {
  const { metrics } = parts.observing;
  const collaborators = {
    catalog: parts.catalog,
    engines: parts.engines,
    found: parts.found,
    limits: parts.limits,
    queues: parts.queues,
    version: VERSION,
    mode: parts.queueKind === 'local' ? 'standalone' : 'services',
    ingestRoots: {
      everybody: await realPaths([...parts.configuration.sources.roots, ...folders]),
      owner: await realPaths(parts.queueKind === 'local' ? ownFolders() : []),
      tokens: await rootsOfTokens(parts.configuration.access.tokens),
    },
    ...useCases(parts),
  } as const;
  const answered = new AuditedOperations(collaborators, (change) => {
    parts.logger.info('audit', change);
  });
  const recentCalls = new RecentCalls(parts.configuration.mcp.keptCalls);
  const operations = observedOperations(answered, parts.observing);
  const report = (error: unknown) => {
    parts.logger.error('a call failed', errorFields(error));
  };
  return {
    operations,
    module: GatewayHttpModule.register({
      operations,
      authenticator,
      report,
      version: VERSION,
      metrics,
      recentCalls,
      extractor: parts.extractor,
      ...memoryOf(parts),
    }),
    mount: (server) => {
      const { configuration, log } = parts;
      mountConsole(server, { folder: CONSOLE, report, resource: authenticator.resource });
      const surroundings = () => dialectSurroundings(configuration);
      const {
        dialects: dialectSettings,
        mcp: { maxAnswerTokens },
      } = configuration;
      mountMcp(server, {
        operations,
        authenticator,
        version: VERSION,
        dialectSettings,
        maxAnswerTokens,
        surroundings,
        report,
        log,
        around: keepCalls(recentCalls, observeTools(parts.observing)),
      });
    },
  };
}

/** Replicas of the gateway remember calls together; a standalone server does by itself. */
function memoryOf({ memory }: Parts) {
  return memory === undefined ? {} : { memory };
}

function useCases(parts: Parts) {
  const { providers, reranking } = parts;
  const examine = new Examine(parts);
  const healthOfModels = providers.all().map((provider) => recentHealth(() => provider.health(), parts.clock));
  const healthOfRerankers = reranking ? [recentHealth(() => reranking.reranker.health(), parts.clock)] : [];
  return {
    acceptDocuments: new AcceptDocuments(parts),
    awaitIndexed: new AwaitIndexed(parts),
    readPoints: new ReadPoints(parts),
    readMap: new ReadMap(parts),
    createCollection: new CreateCollection(parts),
    emptyCollection: new EmptyCollection(parts),
    fetchDocument: new FetchDocument(parts),
    whyNot: new WhyNot(parts),
    deleteDocuments: new DeleteDocuments(parts),
    addSource: new AddSource(parts),
    pauseSource: new PauseSource(parts),
    removeSource: new RemoveSource(parts),
    projects: new Projects(parts),
    ensureCollection: new EnsureCollection(parts),
    describeDocuments: new DescribeDocuments(parts),
    removeCollection: new RemoveCollection(parts),
    adoption: parts.adoption,
    migration: new StartMigration(parts),
    summariseSource: new SummariseSource(parts),
    embedders: {
      health: () => Promise.all(healthOfModels.map((health) => health())),
      describeDefault: () => providers.default.describe(),
    },
    doctor: {
      check: (includes: (collection: string) => boolean, signal: AbortSignal) => checkInstallation(parts, { includes, signal }),
      examine: (input: ExamineInput, signal: AbortSignal) => examine.run(input, signal),
    },
    rerankers: { health: () => Promise.all(healthOfRerankers.map((health) => health())) },
  };
}

/** The user’s home; of services, whose user is nobody’s, and of a user without one, none. */
function ownFolders(): readonly string[] {
  const home = homeFolder();
  return home === undefined || home === '' || parse(home).root === home ? [] : [home];
}

/** By subject, of those that have some of their own. */
async function rootsOfTokens(tokens: Parts['configuration']['access']['tokens']): Promise<ReadonlyMap<string, readonly string[]>> {
  const own = Object.entries(tokens).flatMap(([name, { roots }]) => (roots === undefined ? [] : [[name, roots] as const]));
  return new Map(await Promise.all(own.map(async ([name, roots]) => [subjectOfToken(name), await realPaths(roots)] as const)));
}
