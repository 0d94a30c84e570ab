import { permanent } from '@tributary/kernel';
import { z } from 'zod';
import type { HttpConnection } from '../http/http-connection.js';

/** The answer to `tools/call`, as far as a caller of one tool needs it. */
const ToolAnswer = z.object({
  result: z
    .object({
      isError: z.boolean().optional(),
      structuredContent: z.unknown().optional(),
      content: z.array(z.looseObject({ text: z.string().optional() })).default([]),
    })
    .optional(),
  error: z.object({ message: z.string() }).optional(),
});

interface HttpToolCall<Schema extends z.ZodType> {
  /** Such as `nextcloud`. */
  readonly dialect: string;
  readonly name: string;
  readonly arguments: object;
  /** Of what the tool answers. */
  readonly answer: Schema;
  readonly signal: AbortSignal;
}

/** Calls tools as assistants do. */
export class HttpTools {
  readonly #http: HttpConnection;

  constructor(connection: HttpConnection) {
    this.#http = connection;
  }

  /** @throws `TOOL.FAILED` with the tool’s own words, and what a call over HTTP throws */
  async call<Schema extends z.ZodType>({ dialect, name, answer, signal, ...call }: HttpToolCall<Schema>): Promise<z.output<Schema>> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: call.arguments } };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    const { result, error } = await this.#http.call(ToolAnswer, { method: 'post', path: `/mcp/${dialect}`, body, headers, signal });
    const failure = error?.message ?? (result?.isError === true ? result.content.map(({ text }) => text ?? '').join(' ') : undefined);
    if (failure !== undefined) throw permanent('TOOL.FAILED', failure);
    return answer.parse(result?.structuredContent);
  }
}
