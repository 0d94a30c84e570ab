/** By what changes are noticed: the system's events through two libraries, or by comparing again and again. */
export type WatchMethod = 'native' | 'chokidar' | 'polling';

export interface WatchOptions {
  /** Folders below, relative with `/`, that need no watching: nothing in them is a document. */
  readonly leaveOut: readonly string[];
  /** Something at, or below, one of these paths may have changed: relative, with `/`, as the disk spells them; `''` is anything at all.
   *  A hint and no more: what did not change may be named, and what changed may be missed. */
  readonly onHint: (paths: readonly string[]) => void;
  /** The watch ended by itself and tells nothing more. */
  readonly onEnd: (reason: string) => void;
}

/** A watch that runs. */
export interface Watch {
  readonly method: WatchMethod;
  /** Why it is not the method one would expect. */
  readonly note?: string;
  close(): Promise<void>;
}

/** Tells that something in a folder, or a single file, may have changed. */
export interface FolderWatcher {
  /** Begins to watch a real path; what changes after it resolved is hinted at.
   *  @throws `WATCH.LIMIT` where the system gives no more watches, `WATCH.UNAVAILABLE` where this way of watching does not work here */
  watch(location: string, options: WatchOptions): Promise<Watch>;
}
