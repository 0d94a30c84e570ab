import type { IngestDocument, Principal } from '@tributary/contracts';
import type { DocumentRecord } from '@tributary/engines-port';

/** A document version that asks to be accepted. */
export interface Candidate {
  readonly collection: string;
  readonly epoch: number;
  /** As stored (encoded). */
  readonly key: string;
  /** The producer's; undefined: assigned here. */
  readonly version?: number | undefined;
  /** Of text and stored fields; empty while a file is unread. */
  readonly hash: string;
  readonly source: string;
  /** True where several sources of its kind may bring it: of pages. */
  readonly isShared?: boolean;
  /** What was handed in. */
  readonly pending?: IngestDocument | undefined;
  /** What its reader had to say of it. */
  readonly said?: readonly string[] | undefined;
  /** Who registered its source, where that is not the owner of everything. */
  readonly registrant?: string | undefined;
  /** Whose it is alone, where its source is one user's. */
  readonly owner?: string | undefined;
  /** Where the worker reads it. */
  readonly file?: DocumentRecord['file'];
  /** Document id of what its file was before it moved. */
  readonly vectorsFrom?: string | undefined;
  /** True where the engine may have changed or lost the same text without our knowledge: it is written again. */
  readonly isRewritten?: boolean;
  /** True in a collection of another program: a point may stand in its place of which no row tells. */
  readonly isAdopted?: boolean;
  /** True where nothing is to be read in what was handed in: what is there goes. */
  readonly isBlank?: boolean;
  /** Who hands it in, where he may replace only what he sees. */
  readonly writer?: Principal | undefined;
  /** Who shares it with its readers, where it is nobody’s alone: as sources note who registered them. */
  readonly by?: string | undefined;
  /** Whose the point is that stands in its place in a collection of another program, where no row tells of it. */
  readonly standing?: DocumentRecord['access'];
  /** True where it must replace nothing but itself. */
  readonly isOnlyNew?: boolean;
}
