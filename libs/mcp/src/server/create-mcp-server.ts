import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import type { CallContext, Operations, Principal } from '@tributary/contracts';
import { isAbort, toErrorRecord } from '@tributary/kernel';
import { combineTools } from '../dialects/combine-tools.js';
import type { Dialect } from '../dialects/dialect.js';
import { nativeDialect } from '../native/native-tools.js';
import { registerDocumentResources } from '../resources/document-resources.js';
import { asStandardSchema } from '../tools/published-schema.js';
import { toFailedResult } from '../tools/tool-failure.js';
import type { Progress, Tool, ToolLog } from '../tools/tool.js';

const DEFAULT_MAX_ANSWER_TOKENS = 20_000;

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
}

export interface McpServerOptions extends McpServing {
  readonly principal: Principal;
  /** Told to the assistant at the start of a session. */
  readonly instructions?: string;
  /** Left out: the native one. */
  readonly dialects?: readonly Dialect[];
}

/** An MCP server with the tools of the dialects and the documents as resources, for one caller; connect it to any transport of the SDK. */
export function createMcpServer(options: McpServerOptions): McpServer {
  const { operations, principal, version, instructions, dialects = [nativeDialect], maxAnswerTokens = DEFAULT_MAX_ANSWER_TOKENS } = options;
  const server = new McpServer(
    { name: 'tributary', title: 'Tributary', version },
    { ...(instructions === undefined ? {} : { instructions }) },
  );
  const contextOf = (signal: AbortSignal): CallContext => ({ principal, signal });
  for (const tool of combineTools(dialects)) {
    register(server, tool, (args, context) => {
      const progress = progressSender(context);
      const call = {
        operations,
        context: contextOf(context.mcpReq.signal),
        maxTokens: maxAnswerTokens,
        ...(options.log && { log: options.log }),
        ...(progress && { progress }),
      };
      return guarded(tool, () => tool.call(args, call), options.report);
    });
  }
  registerDocumentResources(server, { operations, maxTokens: maxAnswerTokens, contextOf });
  return server;
}

function register(server: McpServer, tool: Tool, call: (args: unknown, context: ServerContext) => Promise<CallToolResult>): void {
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
    call,
  );
}

/** The one place where a thrown value becomes an answer. */
async function guarded(
  { toFailure = toFailedResult }: Tool,
  call: () => Promise<CallToolResult>,
  report: McpServing['report'],
): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    if (toErrorRecord(error).category === 'internal' && !isAbort(error)) report?.(error);
    return toFailure(error);
  }
}

/** Sends progress to a client that asked for it; the protocol wants each value greater than the one before. */
function progressSender({ mcpReq }: ServerContext): ((progress: Progress) => Promise<void>) | undefined {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return async ({ done, total, message }) => {
    if (done <= last) return;
    last = done;
    const params = {
      progressToken,
      progress: done,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message }),
    };
    // A client that is gone needs no progress; its call ends by the signal.
    await mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
