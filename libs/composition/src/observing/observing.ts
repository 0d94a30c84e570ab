import { isAbort, toErrorRecord } from '@tributary/kernel';
import { settle, type End, type Logger, type SpanOptions, type Tracing } from '@tributary/platform';
import { BoundedLabel, type CallOutcome, type ProcessMetrics } from '@tributary/platform/metrics';

const MOST_CODES = 200;
const OURS = new Set(['internal', 'timeout', 'unavailable', 'overloaded']);

/** What a process counts and follows of its own work. */
export class Observing {
  readonly metrics: ProcessMetrics;
  readonly tracing: Tracing;
  readonly logger: Logger;
  readonly #codes = new BoundedLabel(MOST_CODES);

  constructor({ metrics, tracing, logger }: { readonly metrics: ProcessMetrics; readonly tracing: Tracing; readonly logger: Logger }) {
    this.metrics = metrics;
    this.tracing = tracing;
    this.logger = logger;
  }

  /** Runs `work` as a step of the call it belongs to and tells how it ended and after how many seconds. */
  step<T>(span: SpanOptions, work: () => T, ended: (outcome: CallOutcome, seconds: number) => void): T {
    const startedAt = performance.now();
    return this.tracing.span(span, () =>
      settle(work, (end) => {
        ended(outcomeOf(end), (performance.now() - startedAt) / 1000);
      }),
    );
  }

  /** Counts an error where it leaves a process or becomes an answer. */
  countError(error: unknown): void {
    if (!isAbort(error)) this.metrics.errors.inc({ code: this.#codes.of(toErrorRecord(error).code) });
  }
}

function outcomeOf(end: End): CallOutcome {
  if (!end.failed) return 'ok';
  const { category } = toErrorRecord(end.error);
  if (category === 'cancelled') return 'cancelled';
  return OURS.has(category) ? 'error' : 'refused';
}
