import type { SourceMemory, SourceNote } from '@tributary/sources-port';

/** Notes that live as long as the test. */
export class Memory implements SourceMemory {
  readonly notes = new Map<string, SourceNote>();

  get(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => this.notes.get(key)));
  }

  put(notes: readonly { readonly key: string; readonly note: SourceNote }[]) {
    for (const { key, note } of notes) this.notes.set(key, note);
    return Promise.resolve();
  }

  delete(keys: readonly string[]) {
    for (const key of keys) this.notes.delete(key);
    return Promise.resolve();
  }

  async *all() {
    yield* [...this.notes].map(([key, note]) => ({ key, note }));
    await Promise.resolve();
  }
}
