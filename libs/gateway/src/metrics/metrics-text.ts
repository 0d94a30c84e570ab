import type { ComponentHealth, StatusAnswer } from '@tributary/contracts';
import { autoscalingMetrics } from './autoscaling-metrics.js';

/** Values of one metric: an index of ten thousand collections does not make a page of ten thousand lines. */
const MOST_VALUES = 200;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** The status in the text format of Prometheus (0.0.4). */
export function metricsText(status: StatusAnswer): string {
  return metricsOf(status).map(textOf).join('');
}

function metricsOf(status: StatusAnswer): readonly Metric[] {
  const { version, mode, queues, collections, sources, engines, embedders, rerankers } = status;
  const gauge = { type: 'gauge' as const };
  const jobs = queues.flatMap(({ queue, waiting, delayed, active, dead }) =>
    Object.entries({ waiting, delayed, active, dead }).map(([state, value]) => ({ labels: { queue, state }, value })),
  );
  return [
    { ...gauge, name: 'tributary_info', help: 'The version that runs.', values: [{ labels: { version, mode }, value: 1 }] },
    { ...gauge, name: 'tributary_jobs', help: 'Jobs by queue and state.', values: jobs },
    {
      ...gauge,
      name: 'tributary_oldest_job_seconds',
      help: 'Age of the oldest waiting job.',
      values: queues.map(({ queue, oldest_ms }) => ({ labels: { queue }, value: oldest_ms / 1000 })),
    },
    ...autoscalingMetrics(queues),
    {
      ...gauge,
      name: 'tributary_collection_documents',
      help: 'Documents of a collection that the caller sees.',
      values: bounded(
        collections
          .filter(({ counted }) => counted !== 'not_yet')
          .map(({ name, engine, documents }) => ({ labels: { collection: name, engine }, value: documents })),
      ),
    },
    {
      ...gauge,
      name: 'tributary_collection_ready',
      help: '1 where everything handed in is searchable.',
      values: collections.slice(0, MOST_VALUES).map(({ name, engine, status }) => ({
        labels: { collection: name, engine },
        value: status === 'ready' ? 1 : 0,
      })),
    },
    {
      ...gauge,
      name: 'tributary_source_pending_documents',
      help: 'Documents of a source that are accepted and not yet searchable.',
      values: bounded(sources.map(({ name, pending }) => ({ labels: { source: name }, value: pending }))),
    },
    {
      ...gauge,
      name: 'tributary_up',
      help: '1 where an engine, a model or what carries the queues answers.',
      values: [...up('engine', engines), ...up('embedder', embedders), ...up('reranker', rerankers), queuesUp(status)],
    },
  ];
}

/** The greatest values; the rest together as `other`. */
function bounded(values: Metric['values']): Metric['values'] {
  if (values.length <= MOST_VALUES) return values;
  const sorted = values.toSorted((a, b) => b.value - a.value);
  const rest = sorted.splice(MOST_VALUES - 1);
  const names = Object.keys(rest[0]?.labels ?? {});
  const labels = Object.fromEntries(names.map((name) => [name, 'other']));
  return [...sorted, { labels, value: rest.reduce((sum, { value }) => sum + value, 0) }];
}

function up(part: string, components: readonly ComponentHealth[]): Metric['values'] {
  return components.map(({ name, kind, status }) => ({ labels: { part, name, kind }, value: status === 'down' ? 0 : 1 }));
}

function queuesUp({ mode, unavailable = [] }: StatusAnswer): Metric['values'][number] {
  const isDown = unavailable.some(({ part }) => part === 'queues');
  const kind = mode === 'services' ? 'redis' : 'local';
  return { labels: { part: 'queues', name: kind, kind }, value: isDown ? 0 : 1 };
}

function textOf({ name, help, type, values }: Metric): string {
  const lines = values.map(({ labels, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value.toString()}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
