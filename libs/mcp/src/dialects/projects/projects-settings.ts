/** Section `dialects.projects` of the configuration; it acts over stdio, where a session has a beginning and an end. */
export interface ProjectsSettings {
  /** The project a session begins with. */
  readonly projectRoot?: string | undefined;
  /** The running server to use. */
  readonly daemonUrl?: string | undefined;
}
