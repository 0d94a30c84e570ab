/** What the dialect `notes` is set up with. */
export interface NotesSettings {
  /** Results of one search at most, 1 to 100; left out: 3. */
  readonly maxResults?: number | undefined;
  /** The Chroma folder that errors of the engine name. */
  readonly chromadbPath?: string | undefined;
}
