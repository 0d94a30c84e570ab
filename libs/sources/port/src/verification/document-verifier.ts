/** A hit as its source knows it. */
export interface VerifiableDocument {
  readonly collection: string;
  /** The key of the document: of a note its id. */
  readonly id: string;
  /** `note`, `file`, … as stored. */
  readonly docType: string;
}

/** Asks the source of documents whether a user may still read them. */
export interface DocumentVerifier {
  /** True when documents of this collection come from the source. */
  covers(document: VerifiableDocument): boolean;
  /** For each document, in the order given, whether the user may read it now; false also where that cannot be found out. Never rejects but by the signal. */
  verify(documents: readonly VerifiableDocument[], options: VerifyOptions): Promise<readonly boolean[]>;
}

export interface VerifyOptions {
  /** Undefined: nobody in particular, for whom no source can be asked. */
  readonly userId: string | undefined;
  /** The token the caller came with, to be exchanged for one of the source; never sent to the source itself. */
  readonly subjectToken?: string | undefined;
  readonly signal: AbortSignal;
}
