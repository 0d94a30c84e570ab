import type { ToolAnnotations } from '@modelcontextprotocol/server';

/** Of tools that bring an index in line with its source. They count as adding: what a sync replaces or takes out is a copy of what changed or went
 *  in the source itself, so nothing goes that was kept here alone, and clients that ask before they destroy need not ask before every sync. */
export const SYNCS = {
  readOnlyHint: false,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
} as const satisfies ToolAnnotations;
