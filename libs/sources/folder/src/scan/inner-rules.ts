/** More repositories of a source than these are not remembered: a whole comparison finds what changed in the rules of the others. */
const MOST_REPOSITORIES = 1000;

interface RuleFiles {
  /** Real path of the repository. */
  readonly repository: string;
  /** Files that say what of it is left out and that lie where nobody watches: in its `.git`, or with its user. There or not. */
  readonly files: readonly string[];
}

/** Rules of the repositories within sources, as walks meet them, so that one that changes is noticed: no event tells of it. */
export class InnerRules {
  readonly #roots = new Map<string, Map<string, readonly string[]>>();

  note(root: string, { repository, files }: RuleFiles): void {
    const repositories = this.#roots.get(root) ?? new Map<string, readonly string[]>();
    this.#roots.set(root, repositories);
    if (repositories.size < MOST_REPOSITORIES || repositories.has(repository)) repositories.set(repository, files);
  }

  /** A folder that is none, or no longer. */
  forget(root: string, repository: string): void {
    this.#roots.get(root)?.delete(repository);
  }

  /** Each file once. */
  filesOf(root: string): readonly string[] {
    return [...new Set([...(this.#roots.get(root)?.values() ?? [])].flat())];
  }
}
