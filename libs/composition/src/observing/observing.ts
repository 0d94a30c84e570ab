import { isAbort, toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import { settle, type Logger, type SpanOptions, type Tracing } from '@tributary/platform';
import { BoundedLabel, type CallOutcome, type ProcessMetrics } from '@tributary/platform/metrics';

const MOST_CODES = 200;
const OURS = new Set(['internal', 'timeout', 'unavailable', 'overloaded']);

/** How a step ended: as its caller sees it, after how many seconds, and of a failure its category. */
type StepEnded = (outcome: CallOutcome, seconds: number, category?: ErrorRecord['category']) => void;

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

  /** Runs `work` as a step of the call it belongs to and tells how it ended. */
  step<T>(span: SpanOptions, work: () => T, ended: StepEnded): T {
    const startedAt = performance.now();
    return this.tracing.span(span, () =>
      settle(work, (end) => {
        const category = end.failed ? toErrorRecord(end.error).category : undefined;
        ended(outcomeOf(category), (performance.now() - startedAt) / 1000, category);
      }),
    );
  }

  /** Counts an error where it leaves a process or becomes an answer. */
  countError(error: unknown): void {
    if (!isAbort(error)) this.metrics.errors.inc({ code: this.#codes.of(toErrorRecord(error).code) });
  }
}

function outcomeOf(category: ErrorRecord['category'] | undefined): CallOutcome {
  if (category === undefined) return 'ok';
  if (category === 'cancelled') return 'cancelled';
  return OURS.has(category) ? 'error' : 'refused';
}
