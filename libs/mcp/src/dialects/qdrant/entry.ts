/** What stands between the tags of an entry; `score` is left out where nothing was ranked. */
export interface Entry {
  readonly id: string;
  readonly score?: number;
  readonly content: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** `<entry><id/><score/><content/><metadata/></entry>`, as prompts of mcp-server-qdrant know it; metadata is JSON. */
export function entryText({ id, score, content, metadata }: Entry): string {
  const ranked = score === undefined ? '' : `<score>${scoreText(score)}</score>`;
  return `<entry><id>${id}</id>${ranked}<content>${withoutEnd(content)}</content><metadata>${metadataText(metadata)}</metadata></entry>`;
}

/** At most four decimals. */
function scoreText(score: number): string {
  return Number(score.toFixed(4)).toString();
}

/** A text that ended its entry could go on with one of its own, and pass for a hit of ours. */
function withoutEnd(content: string): string {
  return content.replace(/<\/(content|entry)>/gi, '&lt;/$1>');
}

/** JSON may write a slash with a backslash before it, so the tags stay whole. */
function metadataText(metadata: Entry['metadata']): string {
  return JSON.stringify(metadata).replaceAll('</', '<\\/');
}
