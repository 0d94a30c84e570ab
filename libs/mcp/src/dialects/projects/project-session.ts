/** What one connection works on. Calls over HTTP have no connection, hence neither id nor project of their own. */
export class ProjectSession {
  readonly id: string | undefined;
  readonly #activated: string[] = [];

  constructor(id?: string) {
    this.id = id;
  }

  /** Root of the project activated last. */
  get current(): string | undefined {
    return this.id === undefined ? undefined : this.#activated.at(-1);
  }

  /** Roots of all it works on, in the order they were activated. */
  get activated(): readonly string[] {
    return this.#activated;
  }

  begin(root: string): void {
    this.end(root);
    this.#activated.push(root);
  }

  end(root: string): void {
    const at = this.#activated.indexOf(root);
    if (at >= 0) this.#activated.splice(at, 1);
  }
}
