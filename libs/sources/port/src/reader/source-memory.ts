/** What is noted of one document, such as its etag and how often it was missing. JSON. */
export type SourceNote = Readonly<Record<string, unknown>>;

/** What a reader keeps of one source from scan to scan. Kept with the catalog and forgotten with the source; whoever finds it empty starts anew. */
export interface SourceMemory {
  /** In the order of the keys; undefined where nothing is noted. */
  get(keys: readonly string[]): Promise<readonly (SourceNote | undefined)[]>;
  put(notes: readonly { readonly key: string; readonly note: SourceNote }[]): Promise<void>;
  delete(keys: readonly string[]): Promise<void>;
  /** Every note, page by page. */
  all(): AsyncIterable<{ readonly key: string; readonly note: SourceNote }>;
}
