/** More than this many links of a source are not remembered: a whole comparison finds what changed behind the others. */
const MAX_LINKS = 10_000;

interface Link {
  readonly from: string;
  /** What it leads to at last. */
  readonly to: string;
}

/** Links to files within sources, so that a change of a file is a change of what links to it. Paths are relative, as the disk spells them. */
export class KnownLinks {
  readonly #roots = new Map<string, Map<string, string>>();

  note(root: string, { from, to }: Link): void {
    const links = this.#roots.get(root) ?? new Map<string, string>();
    this.#roots.set(root, links);
    if (links.size < MAX_LINKS || links.has(from)) links.set(from, to);
  }

  /** Before a walk over everything. */
  forget(root: string): void {
    this.#roots.delete(root);
  }

  /** Links that lead to these paths, or to what lies below them. */
  leadingTo(root: string, paths: readonly string[]): readonly string[] {
    const changed = new Set(paths);
    const links = [...(this.#roots.get(root) ?? [])];
    return links.filter(([, to]) => placesOf(to).some((place) => changed.has(place))).map(([from]) => from);
  }
}

/** A path and all folders around it. */
function placesOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.map((_, index) => names.slice(0, index + 1).join('/'));
}
