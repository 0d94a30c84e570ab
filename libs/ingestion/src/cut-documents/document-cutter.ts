import { chunkDocument, type DocumentToChunk } from '@tributary/chunking';
import { chunkByLines, isCode } from '@tributary/chunking/syntax';
import { toCutDocument, type CutDocument } from './cut-document.js';
import { ParsingThread } from './parsing-thread.js';

/** Text that is no code and not longer than this is cut here: sending it would cost as much. In UTF-16 units. */
const SHORT = 50_000;
const DEFAULT_LIMIT_MS = 15_000;
/** Longer texts may take longer. */
const UNITS_PER_MS = 50;

interface Asked {
  readonly document: DocumentToChunk;
  readonly resolve: (cut: CutDocument) => void;
  /** Why it is not parsed. */
  byLines?: string;
  /** How often a thread ended over it. */
  failures: number;
}

/** Cuts documents into passages: code and long texts in a thread, where a document that takes too long or breaks the parser costs nothing but its syntax
 *  tree. */
export class DocumentCutter {
  readonly #limitMs: number;
  readonly #thread: ParsingThread;
  readonly #waiting: Asked[] = [];
  /** What the thread has, in the order in which it answers. */
  #underWay: Asked[] = [];

  /** @param entry the thread's program; tests give another */
  constructor({ limitMs = DEFAULT_LIMIT_MS, entry }: { readonly limitMs?: number; readonly entry?: URL } = {}) {
    this.#limitMs = limitMs;
    this.#thread = new ParsingThread({
      ...(entry && { entry }),
      answered: (cut) => {
        this.#settle(cut);
      },
      lost: (why) => {
        this.#takeBack(why);
      },
    });
  }

  get hasThread(): boolean {
    return this.#thread.isRunning;
  }

  cut(document: DocumentToChunk): Promise<CutDocument> {
    if (document.text.length <= SHORT && !isCode(document)) return Promise.resolve(toCutDocument(chunkDocument(document)));
    return new Promise((resolve) => {
      this.#waiting.push({ document, resolve, failures: 0 });
      this.#pump();
    });
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  #pump(): void {
    while (this.#waiting.length > 0 && this.#underWay.length < AHEAD) {
      if (this.#thread.cannotStart) {
        this.#cutHere(this.#waiting.splice(0), 'the parser cannot be started');
        return;
      }
      const [asked] = this.#waiting.splice(0, 1);
      if (asked === undefined) return;
      this.#underWay.push(asked);
      this.#thread.send({ document: asked.document, byLines: asked.byLines });
      if (this.#underWay.length === 1) this.#watch(asked);
    }
  }

  #settle(cut: CutDocument): void {
    this.#underWay.shift()?.resolve(cut);
    const [next] = this.#underWay;
    if (next) this.#watch(next);
    else this.#thread.rest();
    this.#pump();
  }

  #watch({ document }: Asked): void {
    this.#thread.expectWithin(this.#limitMs + document.text.length / UNITS_PER_MS);
  }

  /** The first of what an ended thread owes is what ended it; the others were only behind it. */
  #takeBack(why: string): void {
    const [suspect, ...others] = this.#underWay;
    this.#underWay = [];
    this.#waiting.unshift(...others);
    if (suspect) {
      suspect.failures++;
      suspect.byLines ??= why;
      if (suspect.failures > 1 || this.#thread.cannotStart) this.#cutHere([suspect], suspect.byLines);
      else this.#waiting.unshift(suspect);
    }
    this.#pump();
  }

  #cutHere(asked: readonly Asked[], why: string): void {
    for (const { document, resolve, byLines = why } of asked) {
      resolve(toCutDocument(chunkByLines(document, byLines)));
    }
  }
}

/** Documents sent before the first is answered, so that the thread never waits for the next. */
const AHEAD = 8;
