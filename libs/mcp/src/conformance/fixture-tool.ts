import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../tools/published-schema.js';
import type { Tool, ToolCall } from '../tools/tool.js';

interface FixtureTool {
  readonly name: string;
  readonly inputSchema?: JsonSchema;
  readonly run: (call: Required<Pick<ToolCall, 'request'>> & ToolCall, args: unknown) => Answer | Promise<Answer>;
}

type Answer = CallToolResult | InputRequiredResult;

/** A tool as the conformance runner expects it, served like every other. */
export function fixtureTool({ name, inputSchema = { type: 'object', properties: {} }, run }: FixtureTool): Tool {
  return {
    name,
    title: name,
    description: `Fixture of the conformance runner: ${name}.`,
    annotations: { readOnlyHint: true },
    inputSchema,
    async call(args, { request, ...call }) {
      if (request === undefined) throw new Error('A fixture is called by the protocol only.');
      return run({ ...call, request }, args);
    },
  };
}

/** One text. */
export function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}
