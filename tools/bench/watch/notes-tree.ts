import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IN_EACH = 100;

/** Many small notes, of which one after another is saved anew. */
export class NotesTree {
  readonly path: string;
  readonly #files: number;
  #saves = 0;

  constructor(path: string, files: number) {
    this.path = path;
    this.#files = files;
    for (let n = 0; n < files; n++) {
      if (n % IN_EACH === 0) mkdirSync(join(path, folderOf(n)), { recursive: true });
      writeFileSync(this.#place(n), `# Note ${n.toString()}\n\nThe ${n.toString()}th note of a long shelf.\n`);
    }
  }

  /** Saves the next note with a word that no text had before. @returns the word */
  save(): string {
    const save = this.#saves++;
    const word = `saved${process.pid.toString()}x${save.toString()}`;
    // Far apart, so that saves touch many folders.
    writeFileSync(this.#place((save * 7919) % this.#files), `# Saved\n\nThis note says ${word} now.\n`);
    return word;
  }

  #place(n: number): string {
    return join(this.path, folderOf(n), `note-${n.toString()}.md`);
  }
}

function folderOf(n: number): string {
  return `shelf-${Math.floor(n / IN_EACH).toString()}`;
}
