/** A text as one line of plain words: quotation marks and leading hyphens would be read as demands. */
export function cleanForLine(text: string): string {
  return text
    .replace(/["“”„«»「」『』]/g, ' ')
    .replace(/(^|\s)-+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
