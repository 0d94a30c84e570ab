import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { Dialect } from '../dialects/dialect.js';
import { createMcpServer, type McpServing } from '../server/create-mcp-server.js';
import { generateInstructions } from '../server/instructions.js';
import { WATCH_EVERY_MS, watchResources, type ResourceChange } from '../subscriptions/watch-resources.js';
import { ConnectionSubscriptions } from './connection-subscriptions.js';
import { LineTransport } from './line-transport.js';
import { takeStandardOutput } from './protocol-output.js';

/** `store` takes 20 MB of text, which JSON may double. */
const MAX_MESSAGE_BYTES = 48 * MIB;
const DRAIN_MS = 30_000;

export interface StdioServing extends McpServing {
  readonly principal: Principal;
  /** Default: generated from the collections. */
  readonly instructions?: string;
  /** Left out: the native one. */
  readonly dialects?: readonly Dialect[];
  readonly stdin?: Readable;
}

export interface StdioServer {
  /** Resolves when the client has ended the connection (or `close` did), with calls under way answered. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves MCP on standard input and output, every revision the SDK speaks. Until it is closed nothing but protocol reaches standard output. */
export function serveStdio({ stdin = process.stdin, ...options }: StdioServing): StdioServer {
  const output = takeStandardOutput(process.stdout, process.stderr);
  let server: McpServer | undefined;
  const watch = watchFor(options, (change) => void tell(server, change));
  const transport = new LineTransport({
    input: stdin,
    output: output.stream,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    drainMs: DRAIN_MS,
    onReceived: watch.observe,
  });
  const connection = serveConnection(
    async ({ era }) => {
      const instructions = options.instructions ?? (await generateInstructions(options));
      server = createMcpServer({ ...options, instructions, subscribing: { listChanged: era === 'modern', subscribe: true } });
      return server;
    },
    { transport, ...(options.report === undefined ? {} : { onerror: options.report }) },
  );
  return {
    closed: transport.closed.then(() => {
      watch.end();
      output.release();
    }),
    close: () => connection.close(),
  };
}

/** Watches once the client subscribes to something, until the connection ends. */
function watchFor({ operations, principal, watchEveryMs = WATCH_EVERY_MS }: StdioServing, tellClient: (change: ResourceChange) => void) {
  const subscriptions = new ConnectionSubscriptions();
  const ending = new AbortController();
  let isStarted = false;
  return {
    observe: (message: Parameters<ConnectionSubscriptions['observe']>[0]) => {
      subscriptions.observe(message);
      if (isStarted || !subscriptions.isWatching) return;
      isStarted = true;
      void watchResources({
        operations,
        caller: () => Promise.resolve(principal),
        signal: ending.signal,
        everyMs: watchEveryMs,
        wanted: () => subscriptions.wanted(),
        tell: tellClient,
      });
    },
    end: () => {
      ending.abort();
    },
  };
}

/** A client that is gone needs no word; the connection is ending then. */
async function tell(server: McpServer | undefined, change: ResourceChange): Promise<void> {
  const sent = change.kind === 'list' ? server?.server.sendResourceListChanged() : server?.server.sendResourceUpdated({ uri: change.uri });
  await sent?.catch(() => undefined);
}
