/** What one connection works on. Calls over HTTP have no connection, hence neither id nor project of their own. */
export class ProjectSession {
  /** Root of the project activated last. */
  current: string | undefined;
  readonly id: string | undefined;

  constructor(id?: string) {
    this.id = id;
  }
}
