/** What `tributary index` takes beside its paths. */
export interface IndexOptions {
  readonly collection?: string;
  readonly name?: string;
  readonly description?: string;
  /** Bring in what changes from now on. */
  readonly watch?: boolean;
  /** What the paths are; left out: what is found there. */
  readonly kind?: string;
  /** False: secrets are indexed as they stand. */
  readonly maskSecrets?: boolean;
  readonly wait: boolean;
  /** Of web addresses. */
  readonly depth?: string;
  readonly pages?: string;
  readonly sitemap?: boolean;
  readonly recheck?: string;
}
