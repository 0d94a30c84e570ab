import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Principal } from '@tributary/contracts';
import { MIB } from '@tributary/kernel';
import process from 'node:process';
import type { Readable } from 'node:stream';
import type { Dialect } from '../dialects/dialect.js';
import { createMcpServer, type McpServing } from '../server/create-mcp-server.js';
import { generateInstructions } from '../server/instructions.js';
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
  const transport = new LineTransport({ input: stdin, output: output.stream, maxMessageBytes: MAX_MESSAGE_BYTES, drainMs: DRAIN_MS });
  const connection = serveConnection(
    async () =>
      createMcpServer({
        ...options,
        instructions: options.instructions ?? (await generateInstructions(options.operations, options.principal)),
      }),
    { transport, ...(options.report === undefined ? {} : { onerror: options.report }) },
  );
  return {
    closed: transport.closed.then(() => {
      output.release();
    }),
    close: () => connection.close(),
  };
}
