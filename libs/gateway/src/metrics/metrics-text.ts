import type { ComponentHealth, StatusAnswer } from '@tributary/contracts';
import { autoscalingMetrics } from './autoscaling-metrics.js';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'gauge' | 'counter';
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** What a process says of itself. */
export interface ProcessUse {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
  readonly uptimeSeconds: number;
}

/** The status and the use of the process in the text format of Prometheus (0.0.4). */
export function metricsText(status: StatusAnswer, use: ProcessUse): string {
  return [...metricsOf(status), ...processMetrics(use)].map(textOf).join('');
}

function metricsOf({ version, mode, queues, collections, sources, engines, embedders, rerankers }: StatusAnswer): readonly Metric[] {
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
      values: collections.map(({ name, engine, documents }) => ({ labels: { collection: name, engine }, value: documents })),
    },
    {
      ...gauge,
      name: 'tributary_collection_ready',
      help: '1 where everything handed in is searchable.',
      values: collections.map(({ name, engine, status }) => ({
        labels: { collection: name, engine },
        value: status === 'ready' ? 1 : 0,
      })),
    },
    {
      ...gauge,
      name: 'tributary_source_pending_documents',
      help: 'Documents of a source that are accepted and not yet searchable.',
      values: sources.map(({ name, pending }) => ({ labels: { source: name }, value: pending })),
    },
    {
      ...gauge,
      name: 'tributary_up',
      help: '1 where an engine or model answers.',
      values: [...up('engine', engines), ...up('embedder', embedders), ...up('reranker', rerankers)],
    },
  ];
}

function up(part: string, components: readonly ComponentHealth[]): Metric['values'] {
  return components.map(({ name, kind, status }) => ({ labels: { part, name, kind }, value: status === 'down' ? 0 : 1 }));
}

function processMetrics({ memoryBytes, cpuSeconds, uptimeSeconds }: ProcessUse): readonly Metric[] {
  const alone = (value: number) => [{ labels: {}, value }];
  return [
    { type: 'gauge', name: 'process_resident_memory_bytes', help: 'Memory of the process.', values: alone(memoryBytes) },
    { type: 'counter', name: 'process_cpu_seconds_total', help: 'Processor time of the process.', values: alone(cpuSeconds) },
    { type: 'gauge', name: 'process_uptime_seconds', help: 'Time since the process started.', values: alone(uptimeSeconds) },
  ];
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
