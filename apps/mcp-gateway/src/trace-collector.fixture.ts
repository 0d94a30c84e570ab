import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.string().optional() }) });
const RawSpan = z.looseObject({ traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional(), name: z.string() });
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(RawSpan) })),
    }),
  ),
});

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string | undefined;
  readonly name: string;
  readonly service: string;
}

/** Takes traces over OTLP/HTTP as a collector does. */
export class TraceCollector {
  readonly #server = createServer((request, response) => {
    void json(request).then((body) => {
      this.#raw.push(JSON.stringify(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  readonly #raw: string[] = [];

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get endpoint(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port.toString() : ''}/v1/traces`;
  }

  /** Everything that was sent, as it was sent. */
  get text(): string {
    return this.#raw.join('\n');
  }

  get spans(): readonly CollectedSpan[] {
    return this.#raw
      .flatMap((body) => Export.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ resource, scopeSpans }) => {
        const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
        return scopeSpans
          .flatMap(({ spans }) => spans)
          .map(({ traceId, spanId, parentSpanId, name }) => ({ traceId, spanId, name, service, parent: parentSpanId }));
      });
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
