import {
  McpServer,
  mergeCapabilities,
  type CallToolResult,
  type InputRequiredResult,
  type ServerCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { CallContext, Operations, Principal } from '@tributary/contracts';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import { serveCompletion } from '../completion/serve-completion.js';
import { combinePrompts, combineTools, namesOf } from '../dialects/combine-tools.js';
import type { Dialect } from '../dialects/dialect.js';
import { nativeDialect } from '../native/native-tools.js';
import { servePrompts } from '../prompts/serve-prompts.js';
import { serveResources, type Subscribing } from '../resources/serve-resources.js';
import { asStandardSchema } from '../tools/published-schema.js';
import { toFailedResult } from '../tools/tool-failure.js';
import type { Tool, ToolCall, ToolLog } from '../tools/tool.js';
import { CACHE_HINTS } from './cache-hints.js';
import { progressSender } from './progress-sender.js';

const DEFAULT_MAX_ANSWER_TOKENS = 20_000;
const TELLS_NOTHING: Subscribing = { listChanged: false, subscribe: false };

type ToolAnswer = CallToolResult | InputRequiredResult;

/** Runs the call of a tool, known by the name of its dialect and its own name there; `input` is what it was given, `subject` who calls. */
export type AroundTool = (
  called: { readonly dialect: string; readonly tool: string; readonly subject: string; readonly input: unknown },
  call: () => Promise<ToolAnswer>,
) => Promise<ToolAnswer>;

/** What every way of serving MCP needs. */
export interface McpServing {
  readonly operations: Operations;
  /** Of the product, as clients see it. */
  readonly version: string;
  /** Most tokens (UTF-8 bytes ÷ 3.5) one answer may cost, text and structured form together; default 20,000. */
  readonly maxAnswerTokens?: number;
  /** Gets what went wrong inside; the client only learns that something did. Must not throw. */
  readonly report?: (error: unknown) => void;
  /** Gets what tools say to whoever runs the server. */
  readonly log?: ToolLog;
  /** Runs every call of a tool, for whoever counts and times them. Must give on what `call` gives. */
  readonly around?: AroundTool;
  /** How often resources that a client watches are looked at, in milliseconds; default 5,000. */
  readonly watchEveryMs?: number;
}

export interface McpServerOptions extends McpServing {
  readonly principal: Principal;
  /** The token he came with; left out or empty: none. */
  readonly callerToken?: string | undefined;
  /** Told to the assistant at the start of a session. */
  readonly instructions?: string;
  /** Left out: the native one. */
  readonly dialects?: readonly Dialect[];
  /** What this connection can tell its client of; left out: nothing. */
  readonly subscribing?: Subscribing;
}

/** An MCP server with the tools and prompts of the dialects, collections and documents as resources, for one caller; connect it to any transport of the SDK. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { operations, principal, version, instructions, dialects = [nativeDialect], report } = options;
  const maxTokens = options.maxAnswerTokens ?? DEFAULT_MAX_ANSWER_TOKENS;
  const mcp = new McpServer(
    { name: 'tributary', title: 'Tributary', version },
    {
      capabilities: capabilitiesOf(dialects),
      cacheHints: CACHE_HINTS,
      requestState: { verify: stateVerifier(dialects) },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  const contextOf = (signal: AbortSignal): CallContext => ({ principal, signal });
  const tools = combineTools(dialects);
  for (const { part, dialect, ownName } of tools) {
    const around = aroundOf(options.around, { dialect: dialect.name, tool: ownName, subject: principal.subject });
    register(mcp, part, { callOf: (context) => toolCall(options, { context, maxTokens }), report, around });
  }
  const prompts = combinePrompts(dialects);
  servePrompts(mcp, {
    prompts,
    callOf: ({ dialect }, { mcpReq }) => ({
      operations,
      context: contextOf(mcpReq.signal),
      maxTokens,
      nameOf: namesOf(dialect, tools),
      request: mcpReq,
    }),
    report,
  });
  serveResources(mcp, {
    operations,
    folders: dialects.flatMap(({ resources }) => (resources === undefined ? [] : [resources])),
    maxTokens,
    fetchTool: tools.find(({ dialect, ownName }) => dialect.name === nativeDialect.name && ownName === 'fetch')?.part.name,
    contextOf,
    report,
    subscribing: options.subscribing ?? TELLS_NOTHING,
  });
  serveCompletion(mcp, { operations, prompts, contextOf, report });
  return mcp;
}

/** Which tools there are is fixed while a process runs, so no client is promised to hear of a change. */
function capabilitiesOf(dialects: readonly Dialect[]): ServerCapabilities {
  return dialects.reduce<ServerCapabilities>((all, { capabilities = {} }) => mergeCapabilities(all, capabilities), {
    tools: { listChanged: false },
  });
}

/** State that no dialect gave out is refused before any tool sees it. */
function stateVerifier(dialects: readonly Dialect[]) {
  const verifiers = dialects.flatMap(({ verifyState }) => (verifyState === undefined ? [] : [verifyState]));
  return (state: string, context: ServerContext): Promise<unknown> => Promise.any(verifiers.map((verify) => verify(state, context)));
}

function toolCall(
  { operations, principal, callerToken = '', log }: McpServerOptions,
  { context, maxTokens }: { readonly context: ServerContext; readonly maxTokens: number },
): ToolCall {
  const { mcpReq } = context;
  const progress = progressSender(mcpReq);
  return {
    operations,
    context: { principal, signal: mcpReq.signal },
    maxTokens,
    ...(callerToken !== '' && { callerToken }),
    ...(log && { log }),
    ...(progress && { progress }),
    request: mcpReq,
  };
}

function aroundOf(around: AroundTool | undefined, called: Omit<Parameters<AroundTool>[0], 'input'>) {
  return (input: unknown, call: () => Promise<ToolAnswer>) => around?.({ ...called, input }, call) ?? call();
}

function register(
  server: McpServer,
  tool: Tool,
  {
    callOf,
    report,
    around,
  }: {
    readonly callOf: (context: ServerContext) => ToolCall;
    readonly report: McpServing['report'];
    readonly around: (input: unknown, call: () => Promise<ToolAnswer>) => Promise<ToolAnswer>;
  },
): void {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      annotations,
      inputSchema: asStandardSchema(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: asStandardSchema(outputSchema) }),
    },
    (args, context) => around(args, () => guarded(tool, () => tool.call(args, callOf(context)), report)),
  );
}

/** The one place where a thrown value becomes an answer. */
async function guarded(
  { toFailure = toFailedResult }: Tool,
  call: () => Promise<ToolAnswer>,
  report: McpServing['report'],
): Promise<ToolAnswer> {
  try {
    return await call();
  } catch (error) {
    if (toErrorRecord(error).category === 'internal' && !isAbort(error)) report?.(error);
    return toFailure(error);
  }
}
