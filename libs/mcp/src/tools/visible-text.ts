// Soft hyphen, Arabic letter mark, Mongolian vowel separator, zero-width and directional marks, invisible operators, byte order mark,
// interlinear annotations, tags and supplementary variation selectors; control characters other than tab and line ends.
const UNSEEN =
  /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]|[^\P{Cc}\t\n\r]/gu;

/** Fields that are addresses: changed by a character they would no longer be found. */
const ADDRESSES: ReadonlySet<string> = new Set(['uri', 'id', 'cursor', 'job_id', 'location']);

/** A text without invisible and direction-changing characters, in which instructions could hide from the person who reads along. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, '');
}

/** The same for every text of a JSON value; addresses stay as they are. */
export function visibleJson<T>(value: T): T;
export function visibleJson(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map((item: unknown) => visibleJson(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => [
      visibleText(name),
      ADDRESSES.has(name) && typeof part === 'string' ? part : visibleJson(part),
    ]),
  );
}
