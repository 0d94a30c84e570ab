import { ROOT_CONTEXT, SpanKind as OtelKind, SpanStatusCode, trace, type Context, type Span, type Tracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { toErrorRecord } from '@tributary/kernel';
import type { Configuration } from '../config/schema/configuration.js';
import { currentScope, inScope, type CallScope } from './call-scope.js';
import { settle, type End } from './settle.js';
import { parseTraceparent } from './traceparent.js';
import { currentTraceparent, type SpanKind, type SpanOptions, type Tracing } from './tracing.js';

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  server: OtelKind.SERVER,
  consumer: OtelKind.CONSUMER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  internal: OtelKind.INTERNAL,
};
const SEND_EVERY_MS = 1000;
/** What a collector does not take within this time is given up, so that the end of a process does not wait for it. */
const SEND_WITHIN_MS = 3000;

interface Recording extends Omit<Configuration['tracing'], 'endpoint'> {
  /** Address that takes traces over OTLP/HTTP, `/v1/traces` included. */
  readonly endpoint: string;
  /** Names the process. */
  readonly service: string;
  readonly version: string;
}

/** Records the steps of calls by the SDK of OpenTelemetry and sends them over OTLP/HTTP. */
export class OtelTracing implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;

  constructor({ endpoint, headers, sampleRatio, service, version }: Recording) {
    const exporter = new OTLPTraceExporter({ url: endpoint, headers: { ...headers }, timeoutMillis: SEND_WITHIN_MS });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.namespace': 'tributary', 'service.name': service, 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS, exportTimeoutMillis: SEND_WITHIN_MS })],
    });
    this.#tracer = this.#provider.getTracer('tributary', version);
  }

  span<T>({ name, kind, parent, requestId, attributes = {} }: SpanOptions, work: () => T): T {
    const around = currentScope();
    const given = parseTraceparent(parent);
    const place = given ?? around;
    // A step outside every call is nobody's question: upkeep, readiness and metrics would fill the collector.
    if (place === undefined && kind !== 'server' && kind !== 'consumer') return work();
    const span = this.#tracer.startSpan(name, { kind: KINDS[kind], attributes }, contextOf(place, given !== undefined));
    const request = requestId ?? around?.requestId;
    return inScope({ ...placeOf(span), ...(request === undefined ? {} : { requestId: request }) }, () =>
      settle(work, (end) => {
        endSpan(span, end);
      }),
    );
  }

  traceparent(): string | undefined {
    return currentTraceparent();
  }

  async close(): Promise<void> {
    // A collector that is away must not keep a process from ending well.
    await this.#provider.shutdown().catch(() => undefined);
  }
}

function contextOf(place: CallScope | undefined, isRemote: boolean): Context {
  if (place === undefined) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = place;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote });
}

function placeOf(span: Span): CallScope {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & 1) === 1 };
}

/** The code of an error, never its message, which may repeat what a caller wrote. */
function endSpan(span: Span, end: End): void {
  if (end.failed) {
    const { code } = toErrorRecord(end.error);
    span.setAttribute('error.type', code);
    span.setStatus({ code: SpanStatusCode.ERROR, message: code });
  }
  span.end();
}
