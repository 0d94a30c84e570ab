const RICH_TEXT = '{\\rtf';

/** Whether a file is RTF, whatever its name: words among commands, and pictures as digits. */
export function isRichText(bytes: Uint8Array): boolean {
  return Array.from(RICH_TEXT, (character) => character.charCodeAt(0)).every((code, at) => bytes[at] === code);
}
