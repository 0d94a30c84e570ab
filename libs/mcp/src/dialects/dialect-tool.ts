import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { parseArguments } from '../tools/argument-error.js';
import { fitAnswer, type Reduction } from '../tools/fit-answer.js';
import { publishInput, publishOutput, type JsonSchema } from '../tools/published-schema.js';
import { ToolFailure, toWordedFailure } from '../tools/tool-failure.js';
import type { Tool, ToolCall } from '../tools/tool.js';
import { visibleJson } from '../tools/visible-text.js';

interface DialectToolDefinition<Input extends z.ZodObject, Output> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** What arguments are checked by. Where a refusal is known to clients word for word, the schema lets the value pass and `run` throws with that message. */
  readonly input: Input;
  /** Fields whose published schema differs from the one they are checked by: shorter, or with the bounds `run` checks. */
  readonly published?: Readonly<Record<string, z.ZodType>>;
  /** Set where the structured answer is published. */
  readonly output?: z.ZodObject;
  run(input: z.output<Input>, call: ToolCall): Promise<Output>;
  toResult(output: Output): Pick<CallToolResult, 'content' | 'structuredContent'>;
  /** How a too large answer is made smaller, gentlest first. */
  readonly reductions?: readonly Reduction<Output>[];
}

/** Makes a tool whose answers and errors are worded as its dialect has them: arguments are checked by its schema, the answer is freed of invisible characters
 *  and kept within its size. */
export function defineDialectTool<Input extends z.ZodObject, Output>(definition: DialectToolDefinition<Input, Output>): Tool {
  const { name, title, description, annotations, input, published, output } = definition;
  return {
    name,
    title,
    description,
    annotations,
    inputSchema: publishInput(input, published),
    ...publishedOutput(output),
    toFailure: toWordedFailure,
    async call(args, call) {
      return fitAnswer({
        output: visibleJson(await definition.run(parseArguments(input, args), call)),
        reductions: definition.reductions ?? [],
        maxTokens: call.maxTokens,
        toResult: (fitted) => definition.toResult(fitted),
      });
    },
  };
}

function publishedOutput(output: z.ZodObject | undefined): { readonly outputSchema?: JsonSchema } {
  return output === undefined ? {} : { outputSchema: publishOutput(output, ToolFailure) };
}
