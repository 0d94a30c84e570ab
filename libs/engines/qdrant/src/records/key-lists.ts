/** The server lists by id, not by key: whoever lists page by page would read all keys for every page. So what is left of a list is kept for its next page. */
const KEPT_MS = 60_000;
const MOST_LISTS = 16;

interface KeptList {
  readonly rest: readonly string[];
  readonly endsAt: number;
}

/** Keys still to be listed, by query and by the last key that was. */
export class KeyLists {
  readonly #lists = new Map<string, KeptList>();

  /** The keys that follow; undefined when they have to be read. */
  resume(query: string, after: string | undefined): readonly string[] | undefined {
    if (after === undefined) return undefined;
    const kept = this.#lists.get(nameOf(query, after));
    this.#lists.delete(nameOf(query, after));
    return kept && kept.endsAt > performance.now() ? kept.rest : undefined;
  }

  keep(query: string, { after, rest }: { readonly after: string | undefined; readonly rest: readonly string[] }): void {
    if (after === undefined || rest.length === 0) return;
    const [oldest] = this.#lists.keys();
    if (this.#lists.size >= MOST_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    this.#lists.set(nameOf(query, after), { rest, endsAt: performance.now() + KEPT_MS });
  }
}

function nameOf(query: string, after: string): string {
  return `${query}\n${after}`;
}
