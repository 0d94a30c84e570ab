import { readFile } from 'node:fs/promises';
import { metricsText } from '@tributary/gateway';
import { createEmbeddingMetrics, createProcessMetrics } from '@tributary/platform/metrics';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const PROCESS = { service: 'mcp-gateway', version: '1' };
const HERE = new URL('../../../../', import.meta.url);
const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string(), runbook: z.string() }) }),
      ),
    }),
  ),
});
const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

const fileOf = (path: string) => readFile(new URL(path, HERE), 'utf8');
const alerts = async () => Alerts.parse(parse(await fileOf('docker/observability/alerts.yaml'))).groups.flatMap(({ rules }) => rules);

/** Names of metrics in an expression; what stands before a bracket or in one is a function, a label or a duration, and some words are operators. */
function namesIn(expression: string): readonly string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/gu, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring) \([^)]*\)/gu, ' ')
    .replaceAll(/\b(?:and|or|unless)\b/gu, ' ');
  return [...bare.matchAll(/(?<!\w)[a-z_][a-z0-9_]*(?!\w)(?!\s*\()/gu)].map(([name]) => name);
}

/** What a process counts, with what embedders are scaled by. */
function processMetrics(): ReturnType<typeof createProcessMetrics> {
  const metrics = createProcessMetrics(PROCESS);
  createEmbeddingMetrics(metrics.registry);
  return metrics;
}

async function namesInTheCode(): Promise<ReadonlySet<string>> {
  const none = { version: '1', mode: 'services' as const, durable: 'fsync' as const, durable_writes: 'fsync' as const };
  const page = `${metricsText({ ...none, queues: [], sources: [], collections: [], engines: [], embedders: [], rerankers: [] })}\n${await processMetrics().text()}`;
  const declared = [...page.matchAll(/^# TYPE (\w+) (\w+)$/gmu)];
  const series = declared.flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
  // What Prometheus itself says of a target.
  return new Set([...series, 'up']);
}

it('finds the names of metrics in an expression', () => {
  expect(namesIn('sum by (le, a_b) (rate(x_total{k="y_z"}[5m])) / max(y_seconds) > 0.5')).toEqual(['x_total', 'y_seconds']);
  expect(namesIn('up == 0 and on (job, a_b) x_total or absent(y_seconds)')).toEqual(['up', 'x_total', 'y_seconds']);
});

it('uses only metrics in alerts and dashboard that the code has', async () => {
  const { panels } = Dashboard.parse(JSON.parse(await fileOf('docker/observability/dashboard.json')));
  const expressions = [...(await alerts()).map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  const known = await namesInTheCode();
  const used = new Set(expressions.flatMap(namesIn));
  expect(used.size).toBeGreaterThan(25);
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
});

it('shows every metric of its own on the dashboard or watches it by an alert', async () => {
  const files = (await fileOf('docker/observability/dashboard.json')) + (await fileOf('docker/observability/alerts.yaml'));
  const metrics = await processMetrics().registry.getMetricsAsJSON();
  expect(metrics.map(({ name }) => name).filter((name) => !files.includes(name))).toEqual([]);
});

it('has a heading in docs/operations.md for every alert, and no heading for one that is gone', async () => {
  const headings = [...(await fileOf('docs/operations.md')).matchAll(/^#+ (Tributary[A-Z]\w+)$/gmu)].map(([, name]) => name);
  const rules = await alerts();
  expect(headings.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules) expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
});

it('knows processes by what they say themselves, not by the names that a scraper gives its targets', async () => {
  for (const { alert, expr } of await alerts()) expect([alert, expr]).toEqual([alert, expect.not.stringMatching(/\bjob *[=!]/)]);
});

it('tells installations apart by their namespace, and processes of Tributary from those of others', async () => {
  const { panels } = Dashboard.parse(JSON.parse(await fileOf('docker/observability/dashboard.json')));
  const rules = await alerts();
  for (const { alert, expr } of rules) {
    const merged = [...expr.matchAll(/\b(?:sum|max|min|group)\b(?! by \(namespace\b)(.*)/gu)].filter(
      ([, rest = '']) => !rest.startsWith('(max_over_time('),
    );
    expect([alert, merged.map(([text]) => text)]).toEqual([alert, []]);
  }
  const ofAnyProgram = /\b(?:nodejs|process)_\w+/u;
  const asked = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))];
  const found = asked.filter((expr) => ofAnyProgram.test(expr));
  expect(found.length).toBeGreaterThan(6);
  for (const expr of found) expect(expr).toMatch(/ and on \(job, instance\) (?:max_over_time\()?tributary_component_info/u);
});

it('fires on memory below what the manifests give a container', async () => {
  const grows = (await alerts()).find(({ alert }) => alert === 'TributaryMemoryGrows')?.expr ?? '';
  const limits = [...(await fileOf('k8s/base/mcp-gateway.yaml')).matchAll(/limits: \{ memory: (\d+)Gi \}/gu)].map(
    ([, gib]) => Number(gib) * 2 ** 30,
  );
  expect(limits).toHaveLength(1);
  expect(Number(/> ([\d.e]+)/u.exec(grows)?.[1])).toBeLessThan(0.95 * Math.min(...limits));
});

it('draws no line of memory through the start of a process', async () => {
  const grows = (await alerts()).find(({ alert }) => alert === 'TributaryMemoryGrows')?.expr ?? '';
  const hours = Number(/predict_linear\(process_resident_memory_bytes\[(\d+)h\]/u.exec(grows)?.[1]);
  const age = Number(/ and on \(job, instance\) time\(\) - process_start_time_seconds > (\d+)/u.exec(grows)?.[1]);
  expect(age).toBeGreaterThanOrEqual(hours * 3600);
});

it('goes on telling that a process is down for days after its last answer', async () => {
  const down = (await alerts()).find(({ alert }) => alert === 'TributaryServiceDown')?.expr ?? '';
  const [, days] = /max_over_time\(tributary_component_info\[(\d+)d\]\)/u.exec(down) ?? [];
  expect(Number(days)).toBeGreaterThanOrEqual(7);
});

it('tells of each service without which nothing works that it is gone, also where it is no target any more', async () => {
  const gone = (await alerts()).find(({ alert }) => alert === 'TributaryServiceGone')?.expr ?? '';
  const services = [...gone.matchAll(/absent\(tributary_component_info\{component="([\w-]+)"\}\)/gu)].map(([, service]) => service);
  expect(services).toEqual(['mcp-gateway', 'search-federation', 'ingest-worker']);
});
