import type { McpServer } from '@modelcontextprotocol/server';
import { isUnlistedEngine, type CallContext, type Operations } from '@tributary/contracts';
import { z } from 'zod';
import type { Served } from '../dialects/combine-tools.js';
import { findPrompt } from '../prompts/serve-prompts.js';
import type { Prompt } from '../prompts/prompt.js';
import { asProtocolError } from '../tools/protocol-failure.js';

/** The protocol takes no more. */
const MAX_COMPLETIONS = 100;

// Checked by us, since the SDK answers what its own schema refuses as a fault of the server.
const CompleteParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
});

interface CompletionServing {
  readonly operations: Pick<Operations, 'listCollections'>;
  readonly prompts: readonly Served<Prompt>[];
  readonly contextOf: (signal: AbortSignal) => CallContext;
  readonly report: ((error: unknown) => void) | undefined;
}

/** Offers names of collections while somebody types an argument of a prompt or an address: those that begin with it, then those that contain it. */
export function serveCompletion({ server }: McpServer, { operations, prompts, contextOf, report }: CompletionServing): void {
  server.registerCapabilities({ completions: {} });
  server.setRequestHandler('completion/complete', { params: CompleteParams }, async ({ ref, argument }, { mcpReq }) => {
    const kind = ref.type === 'ref/resource' ? ofTemplate(argument.name) : ofPrompt(findPrompt(prompts, ref.name).part, argument.name);
    if (kind === undefined) return { completion: { values: [], total: 0, hasMore: false } };
    try {
      const rows = await operations.listCollections(contextOf(mcpReq.signal));
      const names = rows.filter((row) => !isUnlistedEngine(row)).map(({ name }) => name);
      const values = ranked(names, argument.value.toLowerCase());
      return {
        completion: { values: values.slice(0, MAX_COMPLETIONS), total: values.length, hasMore: values.length > MAX_COMPLETIONS },
      };
    } catch (error) {
      throw asProtocolError(error, report);
    }
  });
}

function ofTemplate(variable: string): 'collection' | undefined {
  return variable === 'collection' ? 'collection' : undefined;
}

function ofPrompt({ arguments: args }: Prompt, name: string): 'collection' | undefined {
  return args.find((argument) => argument.name === name)?.complete;
}

function ranked(names: readonly string[], typed: string): readonly string[] {
  const place = (name: string) => name.toLowerCase().indexOf(typed);
  const fitting = names.filter((name) => place(name) >= 0).toSorted();
  return [...fitting.filter((name) => place(name) === 0), ...fitting.filter((name) => place(name) > 0)];
}
