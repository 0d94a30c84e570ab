import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, findRedis, startApp, startOpenAiServer, startRedisServer, temporaryFolder, type AppProcess } from '@tributary/testing';
import { afterEach, expect, it } from 'vitest';
import { TraceCollector, type CollectedSpan } from './trace-collector.fixture.js';

/** In what is stored, and in what is asked: it must appear in no log, metric, span or error. */
const CANARY = 'kestrelquuxcanary';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SERVICES = ['search-federation', 'ingest-worker', 'embedder'];
const DIMENSION = 8;

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

/** Texts of one length get one vector: enough to be asked for. */
const embed = (texts: readonly string[]) =>
  Promise.resolve(texts.map((text) => Array.from({ length: DIMENSION }, (_, n) => (n === text.length % DIMENSION ? 1 : 0))));

interface Deployment {
  readonly url: string;
  readonly apps: ReadonlyMap<string, AppProcess>;
  readonly collector: TraceCollector;
}

async function startServices(redisUrl: string): Promise<Deployment> {
  const folder = await temporaryFolder();
  undo.push(() => folder.remove());
  const collector = await TraceCollector.start();
  undo.push(() => collector.stop());
  const model = await startOpenAiServer({ model: { name: 'tiny', dimension: DIMENSION, embed } });
  undo.push(() => model.stop());
  const config = join(folder.path, 'tributary.yaml');
  const settings = {
    redis: { url: redisUrl, prefix: `observed-${process.pid.toString()}` },
    models: { tiny: { type: 'openai', url: `${model.url}/v1`, model: 'tiny' } },
    default_model: 'tiny',
    tracing: { endpoint: collector.endpoint },
    log: { level: 'debug' },
  };
  await writeFile(config, JSON.stringify(settings));
  const args = ['--config', config, '--data', join(folder.path, 'data')];
  const apps = new Map(['mcp-gateway', ...SERVICES].map((name) => [name, startApp(name, { args })]));
  undo.push(() => Promise.all([...apps.values()].map((app) => app.end('SIGKILL'))));
  const urls = await Promise.all([...apps.values()].map((app) => app.ready()));
  const url = urls[0] ?? '';
  await eventually(async () => (await fetch(`${url}/health/ready`)).ok);
  return { url, apps, collector };
}

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
}

const named = (spans: readonly CollectedSpan[], service: string, name: string): CollectedSpan => {
  const span = spans.find((one) => one.service === service && one.name === name);
  if (span) return span;
  throw new Error(`no span "${name}" of ${service}: ${spans.map((one) => `${one.service} ${one.name}`).join(', ')}`);
};

it(
  'follows one question through gateway, federation, embedder and engine, joins the logs by its id, and tells its text nowhere',
  { timeout: 120_000 },
  async (context) => {
    const supply = findRedis();
    if (supply.kind === 'none') return context.skip(supply.reason);
    const redis = supply.kind === 'program' ? await startRedisServer(supply.command) : undefined;
    if (redis) undo.push(() => redis.remove());
    const { url, apps, collector } = await startServices(supply.kind === 'url' ? supply.url : (redis?.url ?? ''));
    const stored = await post(`${url}/api/store`, { text: `The ${CANARY} hangs behind the barometer.`, collection: 'memory' });
    expect(await stored.text()).toContain('"searchable":true');
    const question = { query: `where is the ${CANARY}`, weights: { semantic: 2 }, deadline_ms: 20_000 };
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'asked-by-hand', 'x-tributary-client': 'playground' };
    const answered = await post(`${url}/api/search`, question, headers);
    expect(await answered.text()).toContain('barometer');
    expect(answered.headers.get('x-request-id')).toBe('asked-by-hand');
    const refused = await post(`${url}/api/search`, { query: CANARY, collections: ['nowhere'] });
    expect(refused.status).toBe(404);

    const spans = await eventually(() => {
      const found = collector.spans.filter(({ traceId }) => traceId === TRACE);
      for (const service of ['mcp-gateway', 'search-federation', 'embedder'])
        if (!found.some((span) => span.service === service)) throw new Error(`nothing of ${service} yet`);
      named(found, 'mcp-gateway', 'POST /api/search');
      return found;
    });
    const chain = [
      named(spans, 'mcp-gateway', 'POST /api/search'),
      named(spans, 'mcp-gateway', 'search'),
      named(spans, 'mcp-gateway', 'search request'),
      named(spans, 'search-federation', 'search process'),
      named(spans, 'search-federation', 'embed-query request'),
      named(spans, 'embedder', 'embed-query process'),
      named(spans, 'embedder', 'embed'),
    ];
    expect(chain.map(({ parent }) => parent)).toEqual([CALLER, ...chain.slice(0, -1).map(({ spanId }) => spanId)]);
    expect(named(spans, 'search-federation', 'engine nominate').parent).toBe(chain[3]?.spanId);

    const pages = await Promise.all([...apps].map(async ([, app]) => (await fetch(`${await app.ready()}/metrics`)).text()));
    const components = pages.map((text) => /^tributary_component_info\{component="([\w-]+)",/mu.exec(text)?.[1]);
    expect(components).toEqual(['mcp-gateway', ...SERVICES]);
    const page = pages.join('\n');
    expect(page).toMatch(/^tributary_searches_total\{algorithm="hybrid",weights="group-\d\d"\} 1$/mu);
    expect(page).toContain('tributary_playground_searches_total 1');
    expect(page).toMatch(/^tributary_search_coverage_total\{status="searched"\} [1-9]/mu);
    expect(page).toMatch(/^tributary_job_duration_seconds_count\{queue="embed-chunks",outcome="done"\} 1$/mu);
    expect(page).toMatch(/^tributary_request_duration_seconds_count\{queue="embed-query",outcome="ok"\} [1-9]/mu);
    expect(page).toMatch(/^tributary_embed_texts_total\{model="tiny",kind="document"\} 1$/mu);
    expect(page).toContain('tributary_errors_total{code="COLLECTION.NOT_FOUND"}');
    expect(page).toMatch(/^tributary_engine_call_duration_seconds_count\{engine="main",call="nominate",outcome="ok"\} [1-9]/mu);

    const ends = await Promise.all([...apps].map(async ([name, app]) => ({ name, ...(await app.end('SIGTERM')) })));
    expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    for (const { name, output } of ends) if (name !== 'ingest-worker') expect(output, name).toContain(`"trace_id":"${TRACE}"`);
    expect(ends[0]?.output).toContain('"request_id":"asked-by-hand"');
    for (const told of [page, collector.text, await refused.text(), ...ends.map(({ output }) => output)])
      expect(told).not.toContain(CANARY);
  },
);
