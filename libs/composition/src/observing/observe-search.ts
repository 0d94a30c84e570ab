import { SearchRequest, searchQueue, type AnyQueue, type QueueInput, type SearchAnswer } from '@tributary/contracts';
import { weightsLabel, type ProcessMetrics } from '@tributary/platform/metrics';
import type { ResultObserver } from './observed-queues.js';

/** Counts, of every search that was answered, how it was asked and what happened to the collections and lanes. */
export function searchObserver(metrics: ProcessMetrics): ResultObserver {
  return (queue, data, result) => {
    if (isSearch(queue, data)) countSearch(metrics, data, result as SearchAnswer); // safe: the handler of `search` gives nothing else
  };
}

function countSearch(metrics: ProcessMetrics, { request }: QueueInput<typeof searchQueue>, answer: SearchAnswer): void {
  const { algorithm, weights, cursor } = SearchRequest.parse(request);
  metrics.searches.inc({ algorithm, weights: weightsLabel(weights) });
  metrics.searchSeconds.observe({ algorithm }, answer.took_ms / 1000);
  // A further page repeats the coverage of the first.
  if (cursor !== undefined) return;
  for (const { status, lanes } of answer.coverage) {
    metrics.coverage.inc({ status });
    for (const [lane, covered] of Object.entries(lanes)) {
      if (covered === undefined) continue;
      metrics.lanes.inc({ lane, status: covered.status });
      metrics.laneSeconds.observe({ lane }, covered.ms / 1000);
    }
  }
}

function isSearch(queue: AnyQueue, data: unknown): data is QueueInput<typeof searchQueue> {
  return queue.name === searchQueue.name && typeof data === 'object' && data !== null;
}
