import type { Operations } from '@tributary/contracts';

/** Where the operations of a command are to be found. */
export interface ConnectionOptions {
  /** A running server; wins over the data folder. */
  readonly url?: string;
  readonly token?: string;
  /** Folder of the data; its running server is used, else the command serves it itself. */
  readonly data?: string;
  readonly config?: string;
  /** The command asks for what is there: a data folder that is missing is not made. */
  readonly needsData?: boolean;
  /** Dialects the command serves: variables they name act in it. */
  readonly dialects?: readonly string[];
  /** Hears which of those variables acted. */
  readonly onAliases?: (variables: readonly string[]) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Connection {
  readonly operations: Operations;
  /** Where they look, as a sentence goes on: `in <data folder>`, `at <address>`. */
  readonly place: string;
  /** True when the other side reads the files of this machine itself. */
  readonly sharesFiles: boolean;
  /** True when a cursor is still known to the next command: the other side outlives this one. */
  readonly keepsCursors: boolean;
  /** True when servers of engines start with this command, and take longer for it than a search may: Chroma folders. */
  readonly startsServers?: boolean;
  close(): Promise<void>;
}
