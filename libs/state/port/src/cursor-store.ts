/** Where ranked lists are kept for ten minutes: in this process, or for all replicas together. */
export interface CursorStore<List> {
  /** A list that cannot be kept has an id all the same, and is not found by it. @returns an id nobody can guess */
  put(list: List): Promise<string>;
  /** Undefined when it was never there or has expired. @throws `CURSOR.UNAVAILABLE` where what is kept cannot be asked */
  get(id: string): Promise<List | undefined>;
  close(): Promise<void>;
}

/** How a list is written for other processes. */
export interface ListCodec<List> {
  /** Names what is written: a version that writes otherwise is to find none of these. */
  readonly form: string;
  encode(list: List): Promise<Buffer>;
  /** Undefined for what another version wrote. */
  decode(bytes: Buffer): Promise<List | undefined>;
}
