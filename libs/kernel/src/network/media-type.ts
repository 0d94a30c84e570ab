/** The media type of a header `content-type`, without parameters and in small letters, as types are compared; empty where there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  return contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
}

const OF_LINES: ReadonlySet<string> = new Set([
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/x-jsonlines',
]);

/** Whether a `content-type` says that each line is JSON of its own, by one of the names there are for that. */
export function isLinesOfJson(contentType: string | undefined): boolean {
  return OF_LINES.has(mediaTypeOf(contentType));
}
