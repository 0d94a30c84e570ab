import { isLoopback } from '@tributary/kernel';
import { z } from 'zod';
import { AccessSection, accessFaults } from './access-settings.js';
import { DaemonSection, EmbeddingSection, IndexingSection, QdrantSection } from './daemon-settings.js';
import { DialectsSection } from './dialects-section.js';
import { EmbeddingCacheSection } from './embedding-cache-settings.js';
import { EnginesSection } from './engine-settings.js';
import { ExtractionSection } from './extraction-settings.js';
import { McpSection } from './mcp-settings.js';
import { ModelsSection } from './model-settings.js';
import { DataSection, LogSection, ShutdownSection, TracingSection } from './process-settings.js';
import { BulkSection, QueuesSection, RedisSection } from './queue-settings.js';
import { RerankersSection } from './reranker-settings.js';
import { AutoSection, CollectionsSection, PrioritiesSection } from './search-settings.js';
import { HealthSection, ServerSection } from './server-settings.js';
import { setting } from './setting.js';
import { SourcesSection } from './source-settings.js';
import { WebSection } from './web-settings.js';

/** Everything that can be configured, as the code sees it: nested, camelCase, with defaults. Files and variables use snake_case. */
export const ConfigurationSchema = z
  .strictObject({
    server: setting(ServerSection.prefault({}), { description: 'The HTTP and MCP server.' }),
    access: setting(AccessSection.prefault({}), { description: 'Who may call, and what he may do; see docs/access.md.' }),
    health: setting(HealthSection.prefault({}), { description: 'Health of the services that have no other HTTP interface.' }),
    data: setting(DataSection, { description: 'Where data lies on this machine.' }),
    engines: EnginesSection,
    primary: setting(z.string().default('main'), {
      description:
        'Name of the engine that keeps the catalog and takes new collections. Left out: the first embedded one that is configured, else the first Qdrant; beside Chroma alone an embedded store is added.',
      defaultText: 'main',
      example: 'main',
    }),
    models: ModelsSection,
    defaultModel: setting(z.string().default('static'), { description: 'Name of the model of new collections.', example: 'static' }),
    embeddingCache: setting(EmbeddingCacheSection.prefault({}), {
      description:
        'Vectors of documents, kept so that no text is embedded twice by the same revision of a model. The static model needs none: it is as fast as a look-up.',
    }),
    rerankers: RerankersSection,
    defaultReranker: setting(z.string().optional(), {
      description: 'Name of the reranker that searches use.',
      defaultText: 'the only one that is configured',
      example: 'local',
    }),
    rerankByDefault: setting(z.boolean().default(false), { description: 'Rerank searches that do not say whether to.' }),
    collections: CollectionsSection,
    priorities: setting(PrioritiesSection.prefault({}), {
      description: 'Collections whose hits are moved up in searches that name no priorities.',
    }),
    auto: setting(AutoSection.prefault({}), { description: 'How the collections of a search for "auto" are chosen.' }),
    mcp: setting(McpSection.prefault({}), { description: 'What assistants are answered over MCP.' }),
    dialects: setting(DialectsSection.prefault({}), { description: 'How the tool surfaces of other servers are set up.' }),
    daemon: setting(DaemonSection.prefault({}), { description: 'As in a daemon.yaml of project-code, which is taken as it stands.' }),
    indexing: setting(IndexingSection.prefault({}), { description: 'The same.' }),
    embedding: setting(EmbeddingSection.prefault({}), { description: 'The same.' }),
    qdrant: setting(QdrantSection.prefault({}), { description: 'The same; engines lists them all.' }),
    bulk: setting(BulkSection.prefault({}), { description: 'Documents that other programs put into the queue `ingest-document`.' }),
    redis: setting(RedisSection.prefault({}), { description: 'The Redis of the separate services.' }),
    queues: setting(QueuesSection.prefault({}), { description: 'How much work one process takes on at once.' }),
    sources: setting(SourcesSection.prefault({}), { description: 'What may be read from this machine.' }),
    extraction: setting(ExtractionSection.prefault({}), {
      description: 'What one PDF, office file, e-book, mail or web page may cost; docs/formats.md lists the formats.',
    }),
    web: setting(WebSection.prefault({}), { description: 'How pages of the web are read; see docs/web.md.' }),
    log: setting(LogSection.prefault({}), {
      description: 'Messages on standard error. They carry ids and sizes, never texts, queries or tokens.',
    }),
    tracing: setting(TracingSection.prefault({}), {
      description:
        'Traces of calls through the services, by OpenTelemetry. They carry names, ids and sizes, never texts, queries or tokens.',
    }),
    shutdown: setting(ShutdownSection.prefault({}), { description: 'How a process ends.' }),
  })
  .superRefine((configuration, context) => {
    const refuse = (path: readonly string[], message: string) => {
      context.addIssue({ code: 'custom', path: [...path], message });
    };
    const { server, access, engines, primary, models, defaultModel, collections } = configuration;
    for (const [path, message] of rerankerFaults(configuration)) refuse(path, message);
    for (const [path, message] of accessFaults(access, server.token)) refuse(path, message);
    const asksWho = server.token !== undefined || access.oauth !== undefined || Object.keys(access.tokens).length > 0;
    if (!isLoopback(server.host) && !asksWho) {
      refuse(['server', 'token'], `missing, although server.host ${server.host} can be reached from other machines`);
    }
    for (const [name, { engine, model }] of Object.entries(collections)) {
      if (engine !== undefined && !(engine in engines)) refuse(['collections', name, 'engine'], noneOf('engine', engines));
      if (model !== undefined && !(model in models)) refuse(['collections', name, 'model'], noneOf('model', models));
    }
    if (models['static'] !== undefined && models['static'].type !== 'static')
      refuse(['models', 'static', 'type'], 'the name static belongs to the model that is shipped; give this one another');
    if (!(primary in engines)) refuse(['primary'], noneOf('engine', engines));
    if (engines[primary]?.type === 'chroma')
      refuse(['primary'], 'names a Chroma, which cannot keep the catalog; name an engine of type embedded or qdrant');
    for (const [name, engine] of Object.entries(engines)) {
      if (engine.type === 'chroma' && (engine.url === undefined) === (engine.path === undefined))
        refuse(['engines', name], 'needs a url or a path, one of the two');
      if (engine.type === 'chroma' && engine.model !== undefined && !(engine.model in models))
        refuse(['engines', name, 'model'], noneOf('model', models));
    }
    if (!(defaultModel in models)) refuse(['defaultModel'], noneOf('model', models));
  });

export type Configuration = z.output<typeof ConfigurationSchema>;

/** What does not fit together in the choice of a reranker: the setting, and a sentence. */
function* rerankerFaults({
  rerankers,
  defaultReranker,
  rerankByDefault,
  models,
}: Pick<Configuration, 'rerankers' | 'defaultReranker' | 'rerankByDefault' | 'models'>): Generator<
  readonly [path: readonly string[], message: string]
> {
  const names = Object.keys(rerankers);
  if (defaultReranker !== undefined && !names.includes(defaultReranker)) yield [['defaultReranker'], noneOf('reranker', rerankers)];
  if (defaultReranker === undefined && names.length > 1)
    yield [['defaultReranker'], `missing, although there are several: ${names.join(', ')}`];
  if (rerankByDefault && names.length === 0) yield [['rerankByDefault'], 'on, although no reranker is configured'];
  for (const [name, reranker] of Object.entries(rerankers))
    if (reranker.type === 'model' && !(reranker.model in models)) yield [['rerankers', name, 'model'], noneOf('model', models)];
}

function noneOf(kind: string, configured: object): string {
  return `names no configured ${kind}; there are: ${Object.keys(configured).join(', ') || 'none'}`;
}
