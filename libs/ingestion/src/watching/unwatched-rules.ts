import { stat } from 'node:fs/promises';
import type { SourceReader } from '@tributary/sources-port';

/** What the files that say what of a source is left out, and that its watch does not tell of, look like: to notice when one comes, changes or goes. */
export class UnwatchedRules {
  readonly #reader: SourceReader;
  #files: readonly string[] = [];
  #seen = '';

  constructor(reader: SourceReader) {
    this.#reader = reader;
  }

  /** Looks anew where those files are. */
  async find(location: string): Promise<void> {
    this.#files = (await this.#reader.partial?.rulesUnwatched?.(location)) ?? [];
    this.#seen = await this.#look();
  }

  /** Whether they are others than when they were found. */
  async haveChanged(): Promise<boolean> {
    return (await this.#look()) !== this.#seen;
  }

  async #look(): Promise<string> {
    return (await Promise.all(this.#files.map(stateOf))).join('\n');
  }
}

async function stateOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return [ino, size, mtimeMs].join(':');
  } catch {
    return '';
  }
}
