// A Qdrant of several nodes, of which one can be away, in front of a stand-in that is one.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';

const Point = z.looseObject({ id: z.string() });
const Operation = z.union([
  z.object({ upsert: z.looseObject({ points: z.array(Point) }) }),
  z.object({ delete: z.looseObject({ filter: z.unknown() }) }),
]);
type Operation = z.infer<typeof Operation>;
const Batch = z.object({ operations: z.array(Operation) });

const AWAY =
  'Service internal error: Failed to apply update with Strong ordering via leader peer 42: Service internal error: Tonic status error: ' +
  'status: Unavailable, message: "Failed to connect to http://qdrant-2:6335/, error: transport error", details: [], metadata: MetadataMap { headers: {} }';

export interface ClusterLine {
  readonly url: string;
  /** Whether the node is away that leads a third of the shards. */
  isAway: boolean;
  [Symbol.asyncDispose](): Promise<void>;
}

/** As Qdrant does it: operations are made in their order until one fails, an upsert also in part; a delete by filter goes to every shard. */
export async function startClusterLine(upstream: string): Promise<ClusterLine> {
  const pass = async (request: IncomingMessage, body: string) => {
    const { url = '/', method = 'GET' } = request;
    const init = method === 'GET' ? { method } : { method, body, headers: { 'content-type': 'application/json' } };
    const answer = await fetch(upstream + url, init);
    return { status: answer.status, text: await answer.text() };
  };
  const write = async (request: IncomingMessage, body: string) => {
    for (const operation of Batch.parse(JSON.parse(body)).operations) {
      const taken = takenOf(operation);
      if (taken) await pass(request, JSON.stringify({ operations: [taken] }));
      if (taken !== operation) return { status: 500, text: JSON.stringify({ status: { error: AWAY }, time: 0 }) };
    }
    return { status: 200, text: JSON.stringify({ result: [], status: 'ok', time: 0 }) };
  };
  const server = createServer((request, response) => {
    void textOf(request)
      .then((body) => (line.isAway && request.url?.includes('/points/batch') ? write(request, body) : pass(request, body)))
      .then(({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  const line: ClusterLine = {
    url: `http://127.0.0.1:${address.port.toString()}`,
    isAway: false,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return line;
}

/** What of an operation goes to shards whose leader is there; itself, where that is all. */
function takenOf(operation: Operation): Operation | undefined {
  if (!('upsert' in operation)) return undefined;
  const points = operation.upsert.points.filter(({ id }) => !isLedAway(id));
  if (points.length === operation.upsert.points.length) return operation;
  return points.length === 0 ? undefined : { upsert: { ...operation.upsert, points } };
}

/** True of the points of a third of the shards. */
export function isLedAway(id: string): boolean {
  return Number.parseInt(id.slice(-4), 16) % 3 === 0;
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(z.instanceof(Buffer).parse(part));
  return Buffer.concat(parts).toString();
}
