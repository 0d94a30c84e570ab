import type { Tool } from '../tools/tool.js';

/** A tool surface that existing prompts and clients know: names, schemas, texts and formatting over the same operations. */
export interface Dialect {
  /** As it stands in the address (`/mcp/<name>`) and after `--dialect`. */
  readonly name: string;
  /** In the order they are listed. */
  readonly tools: readonly Tool[];
}
