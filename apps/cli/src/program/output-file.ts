import { permanent, type TributaryError } from '@tributary/kernel';
import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';

interface OutputFileParts {
  readonly handle: FileHandle;
  readonly path: string;
  /** Where it lies until it is whole; the place itself where that is no file, such as /dev/stdout. */
  readonly unfinished: string;
}

/** A file that a command writes: it has its name once it is whole, and until then one beside it. */
export class OutputFile {
  readonly #parts: OutputFileParts;
  #isOpen = true;

  private constructor(parts: OutputFileParts) {
    this.#parts = parts;
  }

  /** Opened before the work, so that a place where nothing can be written does not cost the work.
   *  @throws `OUTPUT.EXISTS` where a new file is asked for, `OUTPUT.UNWRITABLE` */
  static async open(name: string, { mayReplace }: { readonly mayReplace: boolean }): Promise<OutputFile> {
    const before = await stat(name).catch(() => undefined);
    if (before !== undefined && !mayReplace)
      throw permanent('OUTPUT.EXISTS', `${name} is there already: name a file that is not, or remove it.`, { category: 'conflict' });
    try {
      const path = await realpath(name).catch(() => name);
      const unfinished = before?.isFile() === false ? path : `${path}.unfinished-${process.pid.toString()}`;
      return new OutputFile({ handle: await open(unfinished, 'w'), path, unfinished });
    } catch (cause) {
      throw unwritable(name, cause);
    }
  }

  async write(text: string): Promise<void> {
    try {
      // Also what a first write took only a part of.
      await this.#parts.handle.appendFile(text);
    } catch (cause) {
      throw unwritable(this.#parts.path, cause);
    }
  }

  /** Gives it its name. */
  async finish(): Promise<void> {
    const { handle, path, unfinished } = this.#parts;
    try {
      await handle.close();
      if (unfinished !== path) await rename(unfinished, path);
      this.#isOpen = false;
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  /** Removes what was written, unless it was finished. */
  async discard(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { handle, path, unfinished } = this.#parts;
    await handle.close().catch(() => undefined);
    if (unfinished !== path) await rm(unfinished, { force: true });
  }
}

/** What an attempt to write there came to, and what to do. */
export function unwritable(path: string, cause: unknown): TributaryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return permanent(
    'OUTPUT.UNWRITABLE',
    `${path} cannot be written (${reason}): name a file in a folder that is there and yours to write in.`,
    {
      cause,
    },
  );
}
