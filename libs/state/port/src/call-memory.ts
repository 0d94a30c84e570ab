/** What is known of a key. */
export type KeptCall =
  | { readonly state: 'begun'; readonly fingerprint: string }
  | { readonly state: 'answered'; readonly fingerprint: string; readonly answer: string };

/** Remembers calls by key for 24 hours: in this process, or for all replicas together. @throws `IDEMPOTENCY.UNAVAILABLE` where that cannot be asked */
export interface CallMemory {
  /** Claims the key for a call. @returns undefined when it is claimed now, else what is kept under it */
  claim(key: string, fingerprint: string): Promise<KeptCall | undefined>;
  /** Keeps the answer (JSON). */
  answer(key: string, call: { readonly fingerprint: string; readonly answer: string }): Promise<void>;
  /** Forgets a call that failed: the next one with its key is a new one. */
  release(key: string): Promise<void>;
  close(): Promise<void>;
}
