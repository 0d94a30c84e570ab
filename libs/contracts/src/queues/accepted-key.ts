interface AcceptedJob {
  readonly collection: string;
  readonly id: string;
  readonly version?: number | undefined;
  readonly epoch?: number | undefined;
}

/** The dedup key of a job for a document that is accepted. A job of an earlier life of its collection is skipped, and stands for none of a later one. */
export function acceptedKey({ collection, id, version, epoch }: AcceptedJob): string | undefined {
  if (version === undefined) return undefined;
  return `${collection}:${id}:${version.toString()}${epoch === undefined ? '' : `@${epoch.toString()}`}`;
}
