import { MIB } from '@tributary/kernel';

/** What one document may cost. */
export interface DocumentBudgets {
  /** Larger ones are refused unread. */
  readonly maxBytes: number;
  /** All parts of an archive together, unpacked. */
  readonly maxUnpackedBytes: number;
  /** Unpacked bytes for each packed one; small parts are exempt. */
  readonly maxRatio: number;
  /** Parts of an archive. */
  readonly maxEntries: number;
  /** Elements in elements, mails in mails. */
  readonly maxDepth: number;
}

/** What the extraction of one document may take, and how many run at once. */
export interface ExtractionBudgets extends DocumentBudgets {
  readonly timeoutMs: number;
  /** Resident memory of the process that extracts, its own 60 MB included. */
  readonly memoryMb: number;
  readonly processes: number;
}

export const DEFAULT_BUDGETS: ExtractionBudgets = {
  maxBytes: 64 * MIB,
  maxUnpackedBytes: 256 * MIB,
  maxRatio: 200,
  maxEntries: 10_000,
  maxDepth: 256,
  timeoutMs: 30_000,
  memoryMb: 1024,
  processes: 2,
};
