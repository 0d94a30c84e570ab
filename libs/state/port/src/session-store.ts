/** Keeps short texts under keys for a time: in this process, or for all replicas together. @throws `SESSION.UNAVAILABLE` where that cannot be asked */
export interface SessionStore {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, lifeMs: number): Promise<void>;
  /** Sets what is there still. @returns false where it is gone, which it then stays */
  replace(key: string, value: string, lifeMs: number): Promise<boolean>;
  /** Reads and deletes at once: of several that ask, one gets it. */
  take(key: string): Promise<string | undefined>;
  /** True for the first that asks within the time, or since the key was taken. */
  claim(key: string, lifeMs: number): Promise<boolean>;
  close(): Promise<void>;
}
