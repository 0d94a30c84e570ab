import type { ServerCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Prompt } from '../prompts/prompt.js';
import type { ResourceFolder } from '../resources/resource-folder.js';
import type { Tool } from '../tools/tool.js';

/** A tool surface that existing prompts and clients know: names, schemas, texts and formatting over the same operations. */
export interface Dialect {
  /** As it stands in the address (`/mcp/<name>`) and after `--dialect`. */
  readonly name: string;
  /** In the order they are listed. */
  readonly tools: readonly Tool[];
  /** What an assistant should know before its first call, a paragraph; `nameOf` gives the name under which a tool of this dialect is served. */
  readonly usage?: (nameOf: (tool: string) => string) => string;
  /** Set where no tool of it takes the name of a collection: the instructions name none for it. */
  readonly namesNoCollection?: true;
  /** What people can pick as a command. */
  readonly prompts?: readonly Prompt[];
  /** Resources beside the documents and collections, which every dialect offers. */
  readonly resources?: ResourceFolder;
  /** Abilities of the protocol that its tools use beyond answering. */
  readonly capabilities?: ServerCapabilities;
  /** Opens the state its tools gave a client to bring back. @throws when it is none of theirs */
  readonly verifyState?: (state: string, context: ServerContext) => Promise<unknown>;
}
