import { deserializeMessage, serializeMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { LineSplitter } from '@tributary/kernel/lines';
import type { Readable, Writable } from 'node:stream';

interface LineTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest message that is read, in bytes. */
  readonly maxMessageBytes: number;
  /** After the end of the input, answers under way are waited for this long. */
  readonly drainMs: number;
  /** Sees every message that comes in, before it is served. */
  readonly onReceived?: (message: JSONRPCMessage) => void;
}

/**
 * MCP over two streams, a JSON message a line. Beyond the SDK’s own stdio transport it answers what is not JSON or too long and goes on, and when the input
 * ends it first lets the calls under way be answered, so that requests can be piped in.
 */
export class LineTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Resolves once the connection has ended, from either side. */
  readonly closed: Promise<void>;
  readonly #options: LineTransportOptions;
  #announceClose: () => void = () => undefined;
  readonly #lines: LineSplitter;
  readonly #unanswered = new Set<string | number>();
  #isEnding = false;
  #isClosed = false;
  #drain: NodeJS.Timeout | undefined;

  constructor(options: LineTransportOptions) {
    this.#options = options;
    this.closed = new Promise((resolve) => {
      this.#announceClose = resolve;
    });
    this.#lines = new LineSplitter({ maxBytes: options.maxMessageBytes });
  }

  start(): Promise<void> {
    const { input, output } = this.#options;
    input.on('data', this.#read);
    input.once('end', this.#endOfInput);
    input.once('close', this.#endOfInput);
    input.on('error', this.#broken);
    output.on('error', this.#broken);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const answered = 'id' in message && !('method' in message) ? message.id : undefined;
    return this.#write(serializeMessage(message)).finally(() => {
      if (answered !== undefined) this.#unanswered.delete(answered);
      this.#closeWhenDrained();
    });
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    clearTimeout(this.#drain);
    const { input } = this.#options;
    input.off('data', this.#read);
    input.off('end', this.#endOfInput);
    input.off('close', this.#endOfInput);
    input.pause();
    this.onclose?.();
    this.#announceClose();
    return Promise.resolve();
  }

  readonly #read = (chunk: Buffer | string): void => {
    for (const line of this.#lines.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
      if (line.isTooLong) {
        this.#refuse(-32600, `The message is longer than ${this.#options.maxMessageBytes.toString()} bytes: send less at once.`);
      } else if (line.text.trim() !== '') {
        this.#receive(line.text);
      }
    }
  };

  #receive(text: string): void {
    const message = parseMessage(text);
    if (message === 'not-json') {
      this.#refuse(-32700, 'Parse error: the line is not JSON. Send one JSON-RPC message a line.');
    } else if (message === 'not-a-message') {
      this.#refuse(-32600, 'Invalid request: the line is JSON, but no JSON-RPC 2.0 message.');
    } else {
      // A subscription is answered when it ends: nobody waits for that.
      if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen') this.#unanswered.add(message.id);
      if ('method' in message && message.method === 'notifications/cancelled') this.#forget(message.params?.['requestId']);
      this.#options.onReceived?.(message);
      this.onmessage?.(message);
    }
  }

  /** A cancelled call gets no answer that could be waited for. */
  #forget(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#unanswered.delete(id);
  }

  #refuse(code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`).catch(() => undefined);
  }

  #write(text: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('The connection is closed.'));
    return new Promise((resolve, reject) => {
      this.#options.output.write(text, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  readonly #endOfInput = (): void => {
    if (this.#isEnding) return;
    this.#isEnding = true;
    // What is piped in may lack the last line end.
    this.#read('\n');
    this.#drain = setTimeout(() => void this.close(), this.#options.drainMs);
    this.#closeWhenDrained();
  };

  #closeWhenDrained(): void {
    if (this.#isEnding && this.#unanswered.size === 0) void this.close();
  }

  readonly #broken = (error: Error): void => {
    this.onerror?.(error);
    void this.close();
  };
}

function parseMessage(text: string): JSONRPCMessage | 'not-json' | 'not-a-message' {
  try {
    return deserializeMessage(text);
  } catch (error) {
    return error instanceof SyntaxError ? 'not-json' : 'not-a-message';
  }
}
