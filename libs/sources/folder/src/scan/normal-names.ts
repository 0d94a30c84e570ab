import { opendir } from 'node:fs/promises';
import type { Folder } from './folder.js';

/** Two names on disk can have one NFC form, hence one key: the form itself wins, else the first in the order of units. */
export class NormalNames {
  readonly #folder: Folder;
  #winners: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  async isFirst(name: string): Promise<boolean> {
    const normal = name.normalize('NFC');
    if (normal === name) return true;
    this.#winners ??= this.#read();
    return ((await this.#winners).get(normal) ?? name) === name;
  }

  async #read(): Promise<Map<string, string>> {
    const winners = new Map<string, string>();
    for await (const { name } of await opendir(this.#folder.realPath)) {
      const normal = name.normalize('NFC');
      const winner = winners.get(normal);
      // Plain names are only kept where another name could clash with them.
      if (name === normal ? !isAscii(name) : winner !== normal && (winner === undefined || name < winner)) winners.set(normal, name);
    }
    return winners;
  }
}

function isAscii(name: string): boolean {
  return /^[ -~]*$/.test(name);
}
