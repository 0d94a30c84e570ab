import { z } from 'zod';

/** A call that an assistant made, with what it was answered; kept in memory where the owner wants that. */
export const AssistantCall = z.object({
  at: z.string().describe('ISO 8601.'),
  subject: z.string().describe('Who called.'),
  dialect: z.string(),
  tool: z.string(),
  input: z.string().describe('The arguments as JSON; cut where they are long.'),
  answer: z.string().describe('The text it was answered; cut where it is long.'),
  failed: z.boolean(),
  ms: z.number().nonnegative(),
});
export type AssistantCall = z.infer<typeof AssistantCall>;

export const AssistantCalls = z.object({
  kept: z.number().int().nonnegative().describe('How many are kept; 0: the setting mcp.kept_calls is off.'),
  calls: z.array(AssistantCall).describe('The last one first.'),
});
export type AssistantCalls = z.infer<typeof AssistantCalls>;
