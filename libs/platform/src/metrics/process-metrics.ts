import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** From 1 ms to half a minute: a cached vector, a search, a model that is asked for a whole batch. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Milliseconds from one look at the event loop to the next; each look wakes an idle process, which costs it a quarter of a millisecond. */
const LOOP_PRECISION_MS = 200;

/** How a call ended: `refused` is the caller's fault, `error` ours. */
export type CallOutcome = 'ok' | 'refused' | 'cancelled' | 'error';

/** What a process counts. Labels are names from the code or the configuration, never texts; `docs/operations.md` says what each metric is for. */
export interface ProcessMetrics {
  /** Further metrics of the process are registered here, and stand on the same page. */
  readonly registry: Registry;
  /** Everything, with what Node.js tells of the process, in the text format of Prometheus. */
  text(): Promise<string>;
  readonly toolSeconds: Histogram<'dialect' | 'tool' | 'outcome'>;
  readonly answerTokens: Counter<'dialect'>;
  readonly operationSeconds: Histogram<'operation' | 'outcome'>;
  readonly httpSeconds: Histogram<'method' | 'route' | 'status'>;
  readonly signInsRefused: Counter;
  readonly errors: Counter<'code'>;
  readonly jobSeconds: Histogram<'queue' | 'outcome'>;
  readonly jobsActive: Gauge<'queue'>;
  readonly jobsAdded: Counter<'queue'>;
  readonly requestSeconds: Histogram<'queue' | 'outcome'>;
  readonly searchSeconds: Histogram<'algorithm'>;
  readonly searches: Counter<'algorithm' | 'weights'>;
  readonly playgroundSearches: Counter;
  readonly coverage: Counter<'status'>;
  readonly lanes: Counter<'lane' | 'status'>;
  readonly laneSeconds: Histogram<'lane'>;
  readonly queryVectors: Counter<'outcome'>;
  readonly embedSeconds: Histogram<'model' | 'kind' | 'outcome'>;
  readonly embedTexts: Counter<'model' | 'kind'>;
  readonly engineSeconds: Histogram<'engine' | 'call' | 'outcome'>;
  readonly leases: Gauge<'kind'>;
}

/** What Node.js tells of the process (event loop, heap, handles, garbage collection, CPU, memory): measured once, however many servers run in it. */
let ofNode: Registry | undefined;

/** @param process which service it is, and which version of it */
export function createProcessMetrics(process: { readonly service: string; readonly version: string }): ProcessMetrics {
  const registry = new Registry();
  tellComponent(registry, process);
  const text = async () => [await registry.metrics(), await nodeMetrics().metrics()].join('\n');
  nodeMetrics();
  return { registry, text, ...surfaceMetrics(registry), ...queueMetrics(registry), ...searchMetrics(registry), ...partMetrics(registry) };
}

function nodeMetrics(): Registry {
  if (ofNode === undefined) {
    ofNode = new Registry();
    collectDefaultMetrics({ register: ofNode, eventLoopMonitoringPrecision: LOOP_PRECISION_MS });
  }
  return ofNode;
}

/** By this alerts know what runs, whatever the scraper calls its targets; a label `service` would be taken for that of Kubernetes. */
function tellComponent(registry: Registry, { service, version }: { readonly service: string; readonly version: string }): void {
  const labelNames = ['component', 'version'] as const;
  new Gauge({
    name: 'tributary_component_info',
    help: 'The service that runs here, and its version.',
    labelNames,
    registers: [registry],
  }).set({ component: service, version }, 1);
}

function surfaceMetrics(registry: Registry) {
  const registers = [registry];
  return {
    toolSeconds: new Histogram({
      name: 'tributary_tool_duration_seconds',
      help: 'Calls of MCP tools.',
      labelNames: ['dialect', 'tool', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    answerTokens: new Counter({
      name: 'tributary_answer_tokens_total',
      help: 'Tokens (UTF-8 bytes / 3.5) that MCP tools answered.',
      labelNames: ['dialect'] as const,
      registers,
    }),
    operationSeconds: new Histogram({
      name: 'tributary_operation_duration_seconds',
      help: 'Operations asked for over HTTP, MCP or the command line.',
      labelNames: ['operation', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'tributary_http_request_duration_seconds',
      help: 'HTTP requests by route and class of status.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: SECONDS,
      registers,
    }),
    signInsRefused: new Counter({
      name: 'tributary_sign_ins_refused_total',
      help: 'HTTP requests whose token, session or code did not count, answered with 401.',
      registers,
    }),
    errors: new Counter({
      name: 'tributary_errors_total',
      help: 'Operations, jobs and requests between services that failed, by error code.',
      labelNames: ['code'] as const,
      registers,
    }),
  };
}

function queueMetrics(registry: Registry) {
  const registers = [registry];
  return {
    jobSeconds: new Histogram({
      name: 'tributary_job_duration_seconds',
      help: 'Runs of jobs in this process: done, skipped, or failed (tried again, or dead).',
      labelNames: ['queue', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    jobsActive: new Gauge({
      name: 'tributary_jobs_active',
      help: 'Jobs that run in this process.',
      labelNames: ['queue'] as const,
      registers,
    }),
    jobsAdded: new Counter({
      name: 'tributary_jobs_added_total',
      help: 'Jobs this process put into a queue.',
      labelNames: ['queue'] as const,
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'tributary_request_duration_seconds',
      help: 'Requests this process sent over a queue, until the answer came.',
      labelNames: ['queue', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
  };
}

function searchMetrics(registry: Registry) {
  const registers = [registry];
  return {
    searchSeconds: new Histogram({
      name: 'tributary_search_duration_seconds',
      help: 'Searches that were answered.',
      labelNames: ['algorithm'] as const,
      buckets: SECONDS,
      registers,
    }),
    searches: new Counter({
      name: 'tributary_searches_total',
      help: 'Searches by algorithm and set of weights: default, or one of 20 groups.',
      labelNames: ['algorithm', 'weights'] as const,
      registers,
    }),
    playgroundSearches: new Counter({
      name: 'tributary_playground_searches_total',
      help: 'Searches of the console’s playground.',
      registers,
    }),
    coverage: new Counter({
      name: 'tributary_search_coverage_total',
      help: 'Collections of answered searches, by what happened to them.',
      labelNames: ['status'] as const,
      registers,
    }),
    lanes: new Counter({
      name: 'tributary_search_lanes_total',
      help: 'Lanes of answered searches, by what happened to them.',
      labelNames: ['lane', 'status'] as const,
      registers,
    }),
    laneSeconds: new Histogram({
      name: 'tributary_search_lane_duration_seconds',
      help: 'Time one lane took in one collection.',
      labelNames: ['lane'] as const,
      buckets: SECONDS,
      registers,
    }),
    queryVectors: new Counter({
      name: 'tributary_query_vectors_total',
      help: 'Vectors of queries by models that embedders hold: taken from the cache of this process (hit) or asked for (miss).',
      labelNames: ['outcome'] as const,
      registers,
    }),
  };
}

function partMetrics(registry: Registry) {
  const registers = [registry];
  return {
    embedSeconds: new Histogram({
      name: 'tributary_embed_duration_seconds',
      help: 'Calls of an embedding model.',
      labelNames: ['model', 'kind', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    embedTexts: new Counter({
      name: 'tributary_embed_texts_total',
      help: 'Texts an embedding model made vectors of.',
      labelNames: ['model', 'kind'] as const,
      registers,
    }),
    engineSeconds: new Histogram({
      name: 'tributary_engine_call_duration_seconds',
      help: 'Calls of an engine.',
      labelNames: ['engine', 'call', 'outcome'] as const,
      buckets: SECONDS,
      registers,
    }),
    leases: new Gauge({
      name: 'tributary_leases_held',
      help: 'Leases this process holds.',
      labelNames: ['kind'] as const,
      registers,
    }),
  };
}
