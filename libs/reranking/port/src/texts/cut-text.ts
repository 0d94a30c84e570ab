/** More than any passage of ours, and than cross-encoders look at. */
const LONGEST = 8192;

/** The beginning of a query or a passage, as much of it as a reranker gets to see: well-formed, whatever was cut. */
export function cutText(text: string): string {
  return text.slice(0, LONGEST).toWellFormed();
}
