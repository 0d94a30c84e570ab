import { embedChunksQueue, type QueueCounts } from '@tributary/contracts';
import { BYTES_PER_TOKEN } from '@tributary/kernel';

interface QueueGauge {
  readonly type: 'gauge';
  readonly name: string;
  readonly help: string;
  readonly values: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** What a job holds beside its passages: ids, hashes, title, version. */
const BYTES_BESIDE = 600;

/** What embedders are scaled by (docs/scaling.md). Queues know the bytes of what waits, not its tokens, so these are an estimate. */
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
      values: toEmbed.map((counts) => ({ labels: {}, value: tokensOf(counts) })),
    },
  ];
}

/** What was put off for a server that is away, or limits the rate, no embedder more would have begun with: it counts a token a job, so that somebody is there to try it. */
function tokensOf({ waiting, delayed, bytes = 0 }: QueueCounts): number {
  const ofWaiting = waiting === 0 ? 0 : (bytes * waiting) / (waiting + delayed);
  return delayed + Math.max(waiting, Math.ceil((ofWaiting - waiting * BYTES_BESIDE) / BYTES_PER_TOKEN));
}
