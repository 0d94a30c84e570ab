import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Served } from '../dialects/combine-tools.js';
import { asProtocolError } from '../tools/protocol-failure.js';
import type { Prompt, PromptCall } from './prompt.js';

// Checked by us, since the SDK answers what its own schema refuses as a fault of the server.
const GetParams = z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });

interface PromptServing {
  readonly prompts: readonly Served<Prompt>[];
  readonly callOf: (served: Served<Prompt>, context: ServerContext) => PromptCall;
  readonly report: ((error: unknown) => void) | undefined;
}

/** Lists prompts and makes them of their arguments; registers nothing where there are none. */
export function servePrompts({ server }: McpServer, { prompts, callOf, report }: PromptServing): void {
  if (prompts.length === 0) return;
  server.registerCapabilities({ prompts: { listChanged: false } });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(({ part }) => publish(part)) }));
  server.setRequestHandler('prompts/get', { params: GetParams }, async (params, context) => {
    const served = findPrompt(prompts, params.name);
    try {
      return await make(served, { args: params.arguments ?? {}, call: callOf(served, context) });
    } catch (error) {
      throw asProtocolError(error, report);
    }
  });
}

/** @throws a protocol error naming the prompts there are */
export function findPrompt(prompts: readonly Served<Prompt>[], name: string): Served<Prompt> {
  const found = prompts.find(({ part }) => part.name === name);
  if (found) return found;
  const known = prompts.map(({ part }) => part.name).join(', ');
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no prompt ${JSON.stringify(name.slice(0, 60))}. There are: ${known || 'none'}.`,
  );
}

function publish({ name, title, description, arguments: args }: Prompt) {
  return {
    name,
    title,
    description,
    arguments: args.map(({ name: argument, description: about, required }) => ({ name: argument, description: about, required })),
  };
}

function make(
  { part: prompt }: Served<Prompt>,
  { args, call }: { readonly args: Readonly<Record<string, string>>; readonly call: PromptCall },
): Promise<GetPromptResult | InputRequiredResult> {
  const known = prompt.arguments.map(({ name }) => name);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  const missing = prompt.arguments.filter(({ name, required }) => required && (args[name] ?? '').trim() === '');
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown argument ${names.join(', ')}: the arguments of ${prompt.name} are ${known.join(', ') || 'none'}.`,
    );
  }
  if (missing.length > 0) {
    const wanted = missing.map(({ name, description }) => `${name} (${description})`).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${prompt.name} needs ${wanted}.`);
  }
  return prompt.get(args, call);
}
