import type { ReadDocument, ScanOptions, ScannedEntry, SourceReader } from '@tributary/sources-port';

/** Pages in memory. The walk brings the text of those that changed, as the validator it notes tells; one it was told is gone counts how often. */
export class MemoryPages implements SourceReader {
  readonly kind = 'web';
  readonly pages = new Map<string, string>();
  /** Answers instead of the page. */
  readonly troubles = new Map<string, { readonly reason: string; readonly passing: boolean }>();
  /** Addresses read one by one, not on a walk. */
  readonly reads: string[] = [];
  lastSettings: unknown;

  inspect(location: string) {
    const { hostname: name, href } = new URL(location);
    return Promise.resolve({ usable: true as const, location: href, name });
  }

  async *scan(_location: string, { memory, settings }: ScanOptions = {}): AsyncGenerator<ScannedEntry> {
    this.lastSettings = settings;
    for (const [path, text] of this.pages) {
      const trouble = this.troubles.get(path);
      if (trouble !== undefined) {
        yield { found: false, path, ...trouble };
        continue;
      }
      const [note] = (await memory?.get([path])) ?? [];
      const entry = { found: true, path, size: text.length, mtimeMs: 0, type: 'web', validator: text } as const;
      yield note?.['validator'] === text ? entry : { ...entry, content: this.#page(text) };
      await memory?.put([{ key: path, note: { validator: text } }]);
    }
  }

  read(_location: string, path: string) {
    this.reads.push(path);
    const text = this.pages.get(path);
    return Promise.resolve(text === undefined ? ({ read: false, reason: 'http-404' } as const) : this.#page(text));
  }

  #page(text: string): ReadDocument {
    const fields = { title: 'A page', metadata: { site: 'example' }, notHashed: { fetched_at: new Date().toISOString() } };
    return { read: true, text, size: text.length, mtimeMs: 0, type: 'web', validator: text, notes: [], ...fields };
  }
}
