import type { CallToolResult, InputRequiredResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import type { CallContext, Operations } from '@tributary/contracts';
import type { z } from 'zod';
import { parseArguments } from './argument-error.js';
import { fitAnswer, type Reduction } from './fit-answer.js';
import { meantArguments } from './meant-arguments.js';
import { publishInput, publishOutput, type JsonSchema } from './published-schema.js';
import { ToolFailure, toWordedFailure } from './tool-failure.js';
import { visibleJson } from './visible-text.js';

/** How far a call is; `done` and `total` count the same things. */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** Writes a line into the log of the process: names and sizes, never texts, queries or tokens. Must not throw. */
export type ToolLog = (message: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;

/** What a tool is called with beside its arguments. */
export interface ToolCall {
  readonly operations: Operations;
  readonly context: CallContext;
  /** Most tokens the whole answer may cost. */
  readonly maxTokens: number;
  /** The token the caller came with: for an exchange at its issuer, never for anybody else. Absent where he came without, or not over HTTP. */
  readonly callerToken?: string;
  /** For what whoever runs the server should know. */
  readonly log?: ToolLog;
  /** Tells the client how far the call is; absent when it did not ask. Never rejects. */
  readonly progress?: (progress: Progress) => Promise<void>;
  /** The request as the protocol has it, for a tool that asks the client back; absent where a tool is called without the protocol. */
  readonly request?: ServerContext['mcpReq'];
}

/** What every definition of a tool says. */
interface ToolBasics<Input extends z.ZodObject, Output> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  /** What arguments are checked by. Where a refusal is known to clients word for word, the schema lets the value pass and `run` throws with that message. */
  readonly input: Input;
  /** Fields whose published schema differs from the one they are checked by: shorter, or with the bounds `run` checks. */
  readonly published?: Readonly<Record<string, z.ZodType>>;
  run(input: z.output<Input>, call: ToolCall): Promise<Output>;
  /** How a too large answer is made smaller, gentlest first. */
  readonly reductions?: readonly Reduction<Output>[];
}

interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolBasics<Input, z.output<Output>> {
  readonly output: Output;
  /** The answer as an assistant reads it. */
  toText(output: z.output<Output>): string;
}

interface WordedToolDefinition<Input extends z.ZodObject, Output> extends ToolBasics<Input, Output> {
  /** Set where the structured answer is published. */
  readonly output?: z.ZodObject;
  toResult(output: Output): Pick<CallToolResult, 'content' | 'structuredContent'>;
}

/** A tool as the server registers it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  /** Left out: the tool answers text alone. */
  readonly outputSchema?: JsonSchema;
  /** @throws what the operation throws, and `REQUEST.INVALID` or `FILTER.INVALID` */
  call(args: unknown, call: ToolCall): Promise<CallToolResult | InputRequiredResult>;
  /** How what `call` throws is told; left out: code, message and next step. */
  readonly toFailure?: (error: unknown) => CallToolResult;
}

/** Makes a tool of its parts: arguments are checked by its schema, the answer is cleaned of invisible characters and kept within its size. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(definition: ToolDefinition<Input, Output>): Tool {
  return assemble({
    ...definition,
    run: async (input, call) => definition.output.parse(await definition.run(input, call)),
    toResult: (output) => ({ content: [{ type: 'text', text: definition.toText(output) }], structuredContent: output }),
  });
}

/** Makes a tool whose answers and errors are worded as its dialect has them. */
export function defineDialectTool<Input extends z.ZodObject, Output>(definition: WordedToolDefinition<Input, Output>): Tool {
  return { ...assemble(definition), toFailure: toWordedFailure };
}

function assemble<Input extends z.ZodObject, Output>(definition: WordedToolDefinition<Input, Output>): Tool {
  const { name, title, description, annotations, input, published, output, reductions = [] } = definition;
  const inputSchema = publishInput(input, published);
  return {
    name,
    title,
    description,
    annotations,
    inputSchema,
    ...(output === undefined ? {} : { outputSchema: publishOutput(output, ToolFailure) }),
    async call(args, call) {
      return fitAnswer({
        output: visibleJson(await definition.run(parseArguments(input, meantArguments(inputSchema, args)), call)),
        reductions,
        maxTokens: call.maxTokens,
        toResult: (fitted) => definition.toResult(fitted),
      });
    },
  };
}
