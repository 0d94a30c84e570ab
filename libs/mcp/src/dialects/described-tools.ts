import type { JsonSchema } from '../tools/published-schema.js';
import { combineTools } from './combine-tools.js';
import type { Dialect } from './dialect.js';

/** What a client learns of a tool before it calls it. */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
}

/** The tools of the dialects, as they are served together. */
export function describeTools(dialects: readonly Dialect[]): readonly DescribedTool[] {
  return combineTools(dialects).map(({ part: { name, title, description, inputSchema } }) => ({ name, title, description, inputSchema }));
}
