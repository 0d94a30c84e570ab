/** How much one token may ask for. */
export interface LimitSettings {
  readonly searchesPerSecond: number;
  /** Searches at once after a pause. */
  readonly searchBurst: number;
  readonly ingestsAtOnce: number;
}

/** Counts what each caller asks for: in this process, or for all replicas together. */
export interface CallCounts {
  /** Takes one search from the caller’s allowance. @returns 0, or the milliseconds until there is one */
  takeSearch(subject: string): Promise<number>;
  /** Begins an ingest. @returns what ends it, or undefined where as many run as may */
  beginIngest(subject: string): Promise<(() => Promise<void>) | undefined>;
  close(): Promise<void>;
}
