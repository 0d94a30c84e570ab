import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allQueues } from '@tributary/contracts';
import { loadConfiguration, type Configuration } from '@tributary/platform';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { APPS } from '../images/assemble/assemble.mjs';
import { pairsOf, parseDockerfile } from '../images/dockerfile/parse-dockerfile.mjs';
import { at, kustomized, yamlDocuments, type Variant } from './rendered.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const image = parseDockerfile(readFileSync(`${ROOT}docker/Dockerfile`, 'utf8')).stages.at(-1);
/** What the image itself sets. */
const imageEnvironment = Object.fromEntries(
  (image?.instructions ?? [])
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ text }) => pairsOf(text).map(([name, value]) => [name, value ?? ''])),
);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-manifests-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Reads a configuration as the process in the container would, with files in the place of its secrets. */
function configured(text: string, variables: Readonly<Record<string, string>>): Promise<Configuration> {
  const file = join(folder, 'tributary.yaml');
  writeFileSync(file, text);
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'redis://:a-secret-of-some-length@redis:6379');
  const entries = Object.entries({ ...imageEnvironment, ...variables });
  const environment = Object.fromEntries(entries.map(([name, value]) => [name, name.endsWith('_FILE') ? secret : value]));
  return loadConfiguration({ environment: { ...environment, TRIBUTARY_CONFIG: file } });
}

const Deployment = z.object({
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            name: z.string(),
            image: z.string(),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            ports: z.tuple([z.object({ containerPort: z.number() })]),
            resources: z.object({ limits: z.object({ memory: z.string().regex(/^\d+Gi$/) }) }),
          }),
        ]),
        volumes: z.array(z.looseObject({ secret: z.object({ items: z.array(z.unknown()) }).optional() })),
      }),
    }),
  }),
});

const PodMonitor = z.object({
  kind: z.literal('PodMonitor'),
  spec: z.object({
    selector: z.object({
      matchLabels: z.record(z.string(), z.string()),
      matchExpressions: z.array(z.object({ key: z.string(), operator: z.literal('NotIn'), values: z.array(z.string()) })).default([]),
    }),
    podMetricsEndpoints: z.array(z.unknown()),
  }),
});

function selects({ matchLabels, matchExpressions }: z.infer<typeof PodMonitor>['spec']['selector'], labels: unknown): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => at(labels, key) === value) &&
    matchExpressions.every(({ key, values }) => !values.includes(String(at(labels, key))))
  );
}

function deployments(context: TestContext, variant: Variant = 'production') {
  const found = kustomized(context, `overlays/${variant}`).filter(({ kind }) => kind === 'Deployment');
  return found.map((object) => {
    const { metadata, spec } = Deployment.parse(object);
    return {
      name: metadata.name,
      graceSeconds: spec.template.spec.terminationGracePeriodSeconds,
      container: spec.template.spec.containers[0],
      secrets: spec.template.spec.volumes.flatMap(({ secret }) => secret?.items ?? []),
    };
  });
}

describe('the manifests agree with the code:', () => {
  it('every service accepts its configuration and its variables', async (context) => {
    const config = kustomized(context, 'overlays/production').find(({ kind }) => kind === 'ConfigMap');
    for (const { name, graceSeconds, container } of deployments(context)) {
      const variables = Object.fromEntries(container.env.map((variable) => [variable.name, variable.value]));
      const configuration = await configured(String(at(config, 'data tributary.yaml')), variables);
      const port = container.name === 'mcp-gateway' ? configuration.server.port : configuration.health.port;
      expect([name, port]).toEqual([name, container.ports[0].containerPort]);
      if (container.name === 'ingest-worker') expect([name, `ingest-worker-${configuration.sources.read}`]).toEqual([name, name]);
      expect([name, configuration.redis.url]).toEqual([name, expect.stringContaining('redis:6379')]);
      expect(graceSeconds).toBeGreaterThanOrEqual(configuration.shutdown.graceMs / 1000 + 10);
    }
  });

  it('every service that reads documents has the memory that its configuration lets them take, as docs/operations.md adds it up', async (context) => {
    for (const variant of ['small', 'production'] as const) {
      const config = kustomized(context, `overlays/${variant}`).find(({ kind }) => kind === 'ConfigMap');
      const { extraction, sources } = await configured(String(at(config, 'data tributary.yaml')), {});
      const read = 200 + extraction.processes * extraction.memoryMb;
      const takes = { 'mcp-gateway': read, 'ingest-worker': read + 40 * sources.maxFileMb };
      for (const { name, container } of deployments(context, variant)) {
        const limitMb = (Number.parseInt(container.resources.limits.memory) * 2 ** 30) / 1e6;
        expect(limitMb, `${variant} ${name}`).toBeGreaterThanOrEqual(new Map(Object.entries(takes)).get(container.name) ?? 0);
      }
    }
  });

  it('every deployment runs an image that can be built', (context) => {
    const images = APPS.map((app) => `tributary/${app}:0.1.0`);
    for (const { container } of deployments(context)) expect(images).toContain(container.image);
  });

  it('the web may be read at the ports that the configuration allows', async (context) => {
    const { web } = await configured('', {});
    const policy = kustomized(context, 'overlays/production').find(({ metadata }) => metadata.name === 'ingest-worker-web-internet');
    expect(at(policy, 'spec egress 0 ports')).toEqual(web.ports.map((port) => ({ port, protocol: 'TCP' })));
  });

  it('embedders are scaled by a queue that there is', (context) => {
    const scalers = ['production', 'keda'].flatMap((variant) =>
      kustomized(context, `overlays/${variant}`).filter(({ kind }) => /Autoscaler|ScaledObject/.test(kind)),
    );
    const queues = [...JSON.stringify(scalers).matchAll(/queue\\?(?:":|=\\)"([\w-]+)/g)].map(([, queue]) => queue);
    expect(queues).toEqual(['embed-chunks', 'embed-chunks']);
    expect(allQueues.map(({ name }) => name)).toContain('embed-chunks');
  });

  it('embedders are scaled by what waits in their own namespace', (context) => {
    const queries = kustomized(context, 'overlays/keda').flatMap((object) => at(object, 'spec triggers') ?? []);
    for (const trigger of queries) expect(at(trigger, 'metadata query')).toContain('{namespace="tributary"');
    const overrides = z.object({ namespace: z.object({ resource: z.literal('namespace') }) });
    const rule = z.object({ resources: z.object({ overrides }), metricsQuery: z.string().includes('{<<.LabelMatchers>>}') });
    const adapter = z.object({ rules: z.object({ external: z.array(rule) }) });
    const { rules } = adapter.parse(parse(readFileSync(`${ROOT}k8s/values/prometheus-adapter.yaml`, 'utf8')));
    expect(rules.external).toHaveLength(2);
  });

  it('embedders do not go to none where their metrics are missing, and somebody is told', (context) => {
    const triggers = kustomized(context, 'overlays/keda').flatMap((object) => at(object, 'spec triggers') ?? []);
    expect(triggers).toHaveLength(2);
    for (const trigger of triggers) expect(at(trigger, 'metadata ignoreNullValues')).toBe('false');
    const alerts = readFileSync(`${ROOT}docker/observability/alerts.yaml`, 'utf8');
    const asked = new Set(triggers.map((trigger) => /\btributary_[a-z_]+/.exec(String(at(trigger, 'metadata query')))?.[0]));
    for (const metric of asked) expect(alerts).toMatch(new RegExp(`absent\\(${metric ?? ''}\\b`));
  });

  it('the monitors of pods scrape every deployment, the gateway with the token of the Secret', (context) => {
    const file = readFileSync(`${ROOT}k8s/monitoring/pod-monitors.yaml`, 'utf8');
    const monitors = yamlDocuments(file).map((object) => PodMonitor.parse(object));
    const scraped = monitors.map(({ spec }) => {
      const pods = kustomized(context, 'overlays/production').filter(
        (object) => object.kind === 'Deployment' && selects(spec.selector, at(object, 'spec template metadata labels')),
      );
      return [pods.map(({ metadata }) => metadata.name), spec.podMetricsEndpoints];
    });
    const page = { port: 'http', path: '/metrics' };
    expect(scraped).toEqual([
      [['mcp-gateway'], [{ ...page, authorization: { credentials: { name: 'tributary', key: 'server-token' } } }]],
      [['embedder', 'ingest-worker-local', 'ingest-worker-web', 'search-federation'], [page]],
    ]);
  });

  it('every service reads an address of Redis of its own, so that it can be a user of its own there', (context) => {
    const found = deployments(context);
    expect(found).toHaveLength(5);
    for (const { container, secrets } of found) expect(secrets).toContainEqual({ key: `redis-url-${container.name}`, path: 'redis-url' });
  });
});

describe('the values for the charts of others agree with ours:', () => {
  const values = (name: string) => readFileSync(`${ROOT}k8s/values/${name}.yaml`, 'utf8');
  const METRIC = /\btributary_[a-z_]+/g;

  it('autoscalers ask for metrics that the gateway tells, and the adapter offers them', (context) => {
    const scalers = ['production', 'keda'].flatMap((variant) =>
      kustomized(context, `overlays/${variant}`).filter(({ kind }) => /Autoscaler|ScaledObject/.test(kind)),
    );
    const asked = new Set(JSON.stringify(scalers).match(METRIC));
    const told = readFileSync(`${ROOT}libs/gateway/src/metrics/autoscaling-metrics.ts`, 'utf8').match(METRIC);
    expect([...asked].sort()).toEqual([...new Set(told)].sort());
    expect(new Set(values('prometheus-adapter').match(METRIC))).toEqual(asked);
  });

  it('the adapter asks the Prometheus that KEDA asks', (context) => {
    const addresses = kustomized(context, 'overlays/keda').flatMap((object) => at(object, 'spec triggers') ?? []);
    const { prometheus } = z
      .object({ prometheus: z.object({ url: z.string(), port: z.number() }) })
      .parse(parse(values('prometheus-adapter')));
    for (const trigger of addresses) expect(at(trigger, 'metadata serverAddress')).toBe(`${prometheus.url}:${prometheus.port.toString()}`);
  });

  it('Redis keeps what it accepted', () => {
    for (const setting of ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction', 'enabled: true'])
      expect(values('redis')).toContain(setting);
  });

  it('they take their secrets from where the services take theirs', (context) => {
    expect(parse(values('redis'))).toMatchObject({ auth: { existingSecret: 'tributary', existingSecretPasswordKey: 'redis-password' } });
    expect(parse(values('qdrant'))).toMatchObject({
      apiKey: { valueFrom: { secretKeyRef: { name: 'tributary', key: 'qdrant-api-key' } } },
    });
    const [secrets] = kustomized(context, 'overlays/small').flatMap(
      (object) => at(object, 'spec template spec volumes 1 secret secretName') ?? [],
    );
    expect(secrets).toBe('tributary');
  });
});

const ComposeService = z.looseObject({
  build: z.object({ args: z.object({ APP: z.string() }) }).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()).optional(),
  secrets: z.array(z.unknown()).optional(),
});

const Prometheus = z.object({
  scrape_configs: z.array(
    z.object({
      static_configs: z.array(z.object({ targets: z.array(z.string()) })).default([]),
      dns_sd_configs: z.array(z.object({ names: z.array(z.string()), port: z.number() })).default([]),
    }),
  ),
});

describe('the compose file agrees with the code:', () => {
  const text = readFileSync(`${ROOT}docker/compose.yaml`, 'utf8');
  const compose = z.object({ services: z.record(z.string(), ComposeService) }).parse(parse(text, { merge: true }));
  const services = Object.entries(compose.services);
  const own = services.filter(([, { build }]) => build !== undefined);

  it('it has the four services, built from the Dockerfile', () => {
    expect(own.map(([name]) => name)).toEqual(['mcp-gateway', 'search-federation', 'ingest-worker-local', 'ingest-worker-web', 'embedder']);
    for (const [, { build }] of own) expect(APPS).toContain(build?.args.APP);
  });

  it('a worker sees folders and no way out, another the web and no folder', async () => {
    const seen = await Promise.all(
      own
        .filter(([, { build }]) => build?.args.APP === 'ingest-worker')
        .map(async ([name, { environment = {}, volumes, networks }]) => {
          const { sources } = await configured(readFileSync(`${ROOT}docker/tributary.yaml`, 'utf8'), environment);
          return [name, sources.read, volumes, networks];
        }),
    );
    expect(seen).toEqual([
      ['ingest-worker-local', 'local', ['${TRIBUTARY_COMPOSE_SOURCES:-${TRIBUTARY_SOURCES:-./sources}}:/sources:ro'], ['inner']],
      ['ingest-worker-web', 'web', undefined, ['inner', 'outer']],
    ]);
  });

  it('the variables are heard by their names of 0.1.0, too', () => {
    const heard = [...readFileSync(`${ROOT}docker/compose.yaml`, 'utf8').matchAll(/\$\{TRIBUTARY_COMPOSE_(\w+):-(.*?):-/g)];
    expect(new Set(heard.map(([, name]) => name))).toEqual(new Set(['VERSION', 'PORT', 'SOURCES']));
    for (const [, name = '', otherwise] of heard) expect(otherwise).toBe(`\${TRIBUTARY_${name}`);
  });

  it('Prometheus scrapes every service, and nothing that there is not', () => {
    const { scrape_configs: jobs } = Prometheus.parse(parse(readFileSync(`${ROOT}docker/observability/prometheus.yaml`, 'utf8')));
    const scraped = jobs.flatMap(({ static_configs, dns_sd_configs }) => [
      ...static_configs.flatMap(({ targets }) => targets),
      ...dns_sd_configs.flatMap(({ names, port }) => names.map((name) => `${name}:${port.toString()}`)),
    ]);
    expect(scraped).toEqual(own.map(([name]) => `${name}:${name === 'mcp-gateway' ? '7411' : '7412'}`));
  });

  it('each is a user of its own of Redis, whom the file of users names', () => {
    const users = readFileSync(`${ROOT}docker/redis-users.acl`, 'utf8');
    for (const [name, { build, secrets }] of own) {
      const app = build?.args.APP ?? '';
      expect(secrets, name).toContainEqual({ source: `redis-url-${app}`, target: 'redis-url' });
      expect(users).toContain(`\nuser ${app} on >%${app}% `);
    }
  });

  it('each accepts its configuration and its variables, and drains before it is killed', async () => {
    const file = readFileSync(`${ROOT}docker/tributary.yaml`, 'utf8');
    for (const [name, { environment = {}, stop_grace_period }] of own) {
      const { shutdown, redis } = await configured(file, environment);
      expect([name, redis.url]).toEqual([name, expect.stringContaining('redis:6379')]);
      expect(parseInt(stop_grace_period ?? '', 10) * 1000).toBeGreaterThanOrEqual(shutdown.graceMs + 10_000);
    }
  });

  it('each runs restricted, with secrets as files, and only the gateway is published, on loopback', () => {
    for (const [name, service] of own) {
      expect(service, name).toMatchObject({
        read_only: true,
        user: '10001:10001',
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
      const variables = Object.keys(service.environment ?? {});
      expect(variables.filter((variable) => /TOKEN|API_KEY|REDIS__URL/.test(variable) && !variable.endsWith('_FILE'))).toEqual([]);
    }
    const published = own.filter(([, { ports }]) => ports !== undefined).map(([name, { ports }]) => [name, ports]);
    for (const port of services.flatMap(([, { ports = [] }]) => ports)) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(published).toEqual([['mcp-gateway', ['127.0.0.1:${TRIBUTARY_COMPOSE_PORT:-${TRIBUTARY_PORT:-7411}}:7411']]]);
  });

  it('Redis keeps what it accepted', () => {
    const command = String(compose.services['redis']?.['command']);
    for (const setting of ['appendonly yes', 'appendfsync always', 'maxmemory-policy noeviction', 'aclfile /run/secrets/redis-users'])
      expect(command).toContain(setting);
  });
});
