import { z } from 'zod';
import { combineTools } from '../dialects/combine-tools.js';
import type { Dialect } from '../dialects/dialect.js';

const Message = z.object({ method: z.string(), params: z.object({ name: z.string() }).optional().catch(undefined) });

/** What a caller must be allowed before a message is taken up: `read` or `write` where that can be told from the message alone. What an operation asks
 *  for beyond that it refuses itself. Undefined for messages anybody with a token may send. */
export function neededRight(body: unknown, dialects: readonly Dialect[]): 'read' | 'write' | undefined {
  const { method, params } = Message.safeParse(body).data ?? {};
  if (method === 'resources/read') return 'read';
  if (method !== 'tools/call' || params === undefined) return undefined;
  const tool = combineTools(dialects).find(({ part }) => part.name === params.name);
  if (tool === undefined) return undefined;
  return tool.part.annotations.readOnlyHint === true ? 'read' : 'write';
}
