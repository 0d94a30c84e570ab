/** What `tributary index` takes beside its paths. */
export interface IndexOptions {
  readonly collection?: string;
  readonly name?: string;
  readonly description?: string;
  readonly wait: boolean;
}
