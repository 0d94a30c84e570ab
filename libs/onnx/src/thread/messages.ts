import type { Pooling } from './pool.js';

/** What the thread starts with. */
export interface ThreadModel {
  readonly onnxFile: string;
  readonly tokenizerFile: string;
  readonly tokenizerConfigFile: string;
  /** Special tokens included. */
  readonly maxTokens: number;
  readonly padId: number;
  /** True where the numbers of a text depend on its neighbours in a batch. */
  readonly dependsOnBatch: boolean;
  readonly threads: number;
  /** True for the thread that computes what no search waits for: it yields the processor to everything else of the process. */
  readonly isForDocuments?: boolean;
  readonly output: WantedOutput;
}

/** Which numbers of the model are wanted. */
export type WantedOutput =
  | {
      readonly kind: 'vectors';
      readonly pooling: Pooling;
      /** False where the settings ask for a pooling of their own, whatever the ONNX file would give by itself. */
      readonly mayUseSentenceOutput: boolean;
      /** True where steps follow the pooling that only the ONNX file can make. */
      readonly needsSentenceOutput: boolean;
    }
  /** What a classifier says of each row: one number, or one for each of its classes. */
  | { readonly kind: 'logits' };

/** 2: a search cannot begin without it. 1: a search waits for it, but goes on when its time is over. 0: nobody waits for it. */
export type Urgency = 0 | 1 | 2;

/** Rows of numbers that are wanted for texts. */
export interface Task {
  readonly id: number;
  /** What goes first. */
  readonly urgency: Urgency;
  readonly texts: readonly string[];
  /** Where there is one, each text is read as a pair: this first, the text second. */
  readonly query?: string;
}

export type ToThread = (Task & { readonly kind: 'run' }) | { readonly kind: 'cancel'; readonly id: number } | { readonly kind: 'close' };

export type FromThread =
  /** `rows`: one after another, as the model gives them, `width` numbers each. */
  | { readonly kind: 'rows'; readonly id: number; readonly rows: Float32Array<ArrayBuffer>; readonly width: number }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** The model cannot be loaded; the thread ends. */
  | { readonly kind: 'unusable'; readonly reason: string; /** The one at fault; left out: that of the model. */ readonly file?: string };
