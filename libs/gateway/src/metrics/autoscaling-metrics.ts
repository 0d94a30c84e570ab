import { embedChunksQueue, type QueueCounts } from '@tributary/contracts';
import { BYTES_PER_TOKEN } from '@tributary/kernel';

interface QueueGauge {
  readonly type: 'gauge';
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** What embedders are scaled by (docs/scaling.md). Tokens are those of the payloads that wait, so what stands around the texts counts as well: a third more
 *  for long documents, about as much again for short notes. */
export function autoscalingMetrics(queues: readonly QueueCounts[]): readonly QueueGauge[] {
  const toEmbed = queues.filter(({ queue }) => queue === embedChunksQueue.name);
  return [
    {
      type: 'gauge',
      name: 'tributary_queue_oldest_job_age_seconds',
      help: 'Age of the oldest job that waits in a queue.',
      values: queues.map(({ queue, oldest_ms }) => ({ labels: { queue }, value: oldest_ms / 1000 })),
    },
    {
      type: 'gauge',
      name: 'tributary_embed_tokens_waiting',
      help: 'Tokens of the passages that wait to be embedded, about.',
      values: toEmbed.map(({ bytes = 0 }) => ({ labels: {}, value: Math.ceil(bytes / BYTES_PER_TOKEN) })),
    },
  ];
}
