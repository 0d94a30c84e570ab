import type { GetPromptResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { CallContext, Operations } from '@tributary/contracts';

/** What a person fills in before a prompt is sent. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** What clients may offer while the person types. */
  readonly complete?: 'collection';
}

/** What a prompt is made with beside its arguments. */
export interface PromptCall {
  readonly operations: Operations;
  readonly context: CallContext;
  /** Most tokens the whole prompt may cost. */
  readonly maxTokens: number;
  /** Under which name a tool of the prompt’s dialect is served. */
  readonly nameOf: (tool: string) => string;
  /** The request as the protocol has it. */
  readonly request: ServerContext['mcpReq'];
}

/** A ready-made request that clients offer to people, usually as a command. */
export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** @param args every required argument is there and nothing that is not declared */
  get(args: Readonly<Record<string, string>>, call: PromptCall): Promise<GetPromptResult | InputRequiredResult>;
}
