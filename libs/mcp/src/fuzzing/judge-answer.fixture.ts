import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { countTokens } from '@tributary/kernel';
import { z } from 'zod';
import type { JsonSchema } from '../tools/published-schema.js';
import { ToolFailure } from '../tools/tool-failure.js';
import type { RawAnswer } from './raw-messages.fixture.js';

/** What never leaves: stacks, places of this program and of its libraries. */
const INSIDES = [/\n\s+at .+:\d+:\d+/, /\\n\s+at .+:\d+:\d+/, /node_modules/, /node:internal/, /\.[cm]?[jt]s:\d+:\d+/, /\[object Object\]/];

const ErrorMessage = z.object({ error: z.object({ code: z.number().int(), message: z.string().min(1) }) });
const ResultMessage = z.object({ result: z.looseObject({}) });
const ToolResult = z.looseObject({
  isError: z.boolean().default(false),
  content: z.array(z.looseObject({ type: z.string() })),
  structuredContent: z.unknown().optional(),
});
const Failed = z.object({ error: ToolFailure });

const validators = new Map<JsonSchema, ReturnType<AjvJsonSchemaValidator['getValidator']>>();
const ajv = new AjvJsonSchemaValidator();

interface Judging {
  readonly answer: RawAnswer;
  /** Of the tool that was called; absent for other requests and for tools that answer text alone. */
  readonly outputSchema?: JsonSchema | undefined;
  readonly isTool: boolean;
  readonly maxTokens: number;
  /** What must not stand in any byte. */
  readonly secrets: readonly string[];
}

export interface Judgment {
  readonly kind: 'answered' | 'refused';
  /** Empty when all is well. */
  readonly faults: readonly string[];
}

/** Says what is wrong with an answer, whatever was asked. */
export function judgeAnswer({ answer, outputSchema, isTool, maxTokens, secrets }: Judging): Judgment {
  const { status, bytes, message } = answer;
  const faults = [
    ...(status >= 500 ? [`status ${status.toString()}`] : []),
    ...secrets.filter((secret) => bytes.includes(secret)).map((secret) => `carries ${secret}`),
    ...INSIDES.filter((pattern) => pattern.test(bytes)).map((pattern) => `shows its insides: ${pattern.source}`),
    ...(bytes.includes(process.cwd()) ? ['names the folder of the program'] : []),
  ];
  // A name of 30,000 characters is too long for a header: the server of HTTP itself refuses it.
  if (status === 431) return { kind: 'refused', faults };
  const failed = ErrorMessage.safeParse(message).data?.error;
  if (failed) return { kind: 'refused', faults: failed.code === -32603 ? [...faults, `internal error: ${failed.message}`] : faults };
  const result = ResultMessage.safeParse(message).data?.result;
  if (result === undefined) return { kind: 'refused', faults: [...faults, 'neither a result nor an error'] };
  if (!isTool) return { kind: 'answered', faults };
  return judgeResult(result, { faults, outputSchema, maxTokens });
}

function judgeResult(
  result: unknown,
  { faults, outputSchema, maxTokens }: { faults: readonly string[]; outputSchema: JsonSchema | undefined; maxTokens: number },
): Judgment {
  const tokens = countTokens(JSON.stringify(result));
  const { data } = ToolResult.safeParse(result);
  // What the protocol itself adds to a result is not the tool’s.
  const all = tokens > maxTokens + 200 ? [...faults, `costs ${tokens.toString()} tokens`] : faults;
  if (data === undefined) return { kind: 'refused', faults: [...all, 'no result of a tool'] };
  if (data.isError) return { kind: 'refused', faults: [...all, ...failureFaults(data)] };
  return { kind: 'answered', faults: [...all, ...schemaFaults(data.structuredContent, outputSchema)] };
}

function failureFaults({ content, structuredContent }: z.output<typeof ToolResult>): readonly string[] {
  const failure = Failed.safeParse(structuredContent).data?.error;
  const text = content[0]?.['text'];
  return [
    ...(typeof text === 'string' && text !== '' ? [] : ['an error without a text']),
    ...(failure === undefined ? ['an error of another shape'] : []),
    ...(failure?.code === 'INTERNAL' ? ['an internal error'] : []),
  ];
}

function schemaFaults(structured: unknown, schema: JsonSchema | undefined): readonly string[] {
  if (schema === undefined) return [];
  const validate = validators.get(schema) ?? ajv.getValidator(schema);
  validators.set(schema, validate);
  const judged = validate(structured);
  return judged.valid ? [] : [`not of its output schema: ${judged.errorMessage}`];
}
