import { resolve } from 'node:path';
import type { CallContext, Operations } from '@tributary/contracts';
import type { ImportMemory } from './import-memory.js';
import { LineMarks, type LineMark } from './line-mark.js';

interface TrailParts {
  readonly memory: ImportMemory;
  readonly operations: Pick<Operations, 'listCollections'>;
  readonly call: CallContext;
  readonly now?: () => number;
}

const KEEP_EVERY_MS = 1_000;

const FRESH = {
  'none-broke-off': 'no import of it broke off',
  'file-changed': 'it is not the file any more whose import broke off',
  'collection-gone': 'a collection that it had filled is gone, or is another one',
};

/** Notes how far the import of a file has come, about once a second, so that one that is interrupted can go on there. */
export class ImportTrail {
  readonly #parts: TrailParts;
  /** Collections and when they were made. */
  #made: ReadonlyMap<string, string> = new Map();
  #pending: { readonly mark: LineMark; readonly collections: ReadonlySet<string> } | undefined;
  #keptAt = -Infinity;
  #keptOffset = 0;

  constructor(parts: TrailParts) {
    this.#parts = parts;
  }

  /** Where to begin. @returns also a sentence where a trail was looked for */
  async begin(file: string, resume: boolean): Promise<{ readonly marks: LineMarks; readonly remark?: string }> {
    if (!resume) return { marks: new LineMarks() };
    await this.#look();
    const found = await this.#parts.memory.recall(this.#made);
    if (typeof found === 'string')
      return { marks: new LineMarks(), remark: `${resolve(file)}: begins at its first line, as ${FRESH[found]}.` };
    const remark = `${resolve(file)}: goes on at line ${(found.lines + 1).toLocaleString('en-US')}; everything before it was taken.`;
    return { marks: new LineMarks(found), remark };
  }

  /** Hears that everything before the mark was answered. @param collections those the file has filled so far */
  async passed(mark: LineMark, collections: ReadonlySet<string>): Promise<void> {
    if (mark.offset === this.#keptOffset) return;
    this.#pending = { mark, collections };
    if (this.#now() - this.#keptAt >= KEEP_EVERY_MS) await this.keep();
  }

  /** Keeps the last mark at once, as far as it can still be asked what it fills. */
  async keep(): Promise<void> {
    if (this.#pending === undefined) return;
    const { mark, collections } = this.#pending;
    this.#pending = undefined;
    this.#keptAt = this.#now();
    this.#keptOffset = mark.offset;
    if ([...collections].some((name) => !this.#made.has(name))) await this.#look().catch(() => undefined);
    const made = [...collections].flatMap((name) => {
      const at = this.#made.get(name);
      return at === undefined ? [] : [[name, at] as const];
    });
    // Without their dates it could not be told later whether they still hold what was sent.
    // Where it cannot be noted, as on a full disk, the one of before holds.
    if (made.length === collections.size) await this.#parts.memory.keep(mark, new Map(made)).catch(() => undefined);
  }

  /** The file is through: the next import of it is a new one. */
  async end(): Promise<void> {
    this.#pending = undefined;
    await this.#parts.memory.forget();
  }

  async #look(): Promise<void> {
    const { operations, call } = this.#parts;
    this.#made = new Map((await operations.listCollections(call)).map(({ name, created_at }) => [name, created_at]));
  }

  #now(): number {
    return this.#parts.now?.() ?? performance.now();
  }
}
