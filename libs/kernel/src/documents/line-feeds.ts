/** A text whose lines all end in a lone carriage return, as old programs of the Mac wrote it, with line feeds in their place; others are left as they
 *  are. Every offset stays. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') && !text.includes('\n') ? text.replaceAll('\r', '\n') : text;
}
