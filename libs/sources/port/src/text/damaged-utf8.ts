export interface DamagedUtf8 {
  readonly text: string;
  /** Characters that were replaced; at least 1. */
  readonly damaged: number;
}

/** From here on a byte begins a character, and may be a letter of other encodings. */
const FIRST_BYTES = 0xc0;

/** Bytes that are not valid UTF-8 as UTF-8 that was damaged; undefined where they are rather of another encoding, of which bytes hardly ever form a
 *  character of UTF-8: more of them must be whole than damaged. That the last one is cut off behind its second or third byte is no damage, and where no
 *  other is outside ASCII it is enough. @param isDeclared whether they say that they are UTF-8, which decides where as much is whole as is damaged */
export function decodeDamagedUtf8(
  bytes: Uint8Array,
  { isDeclared = false }: { readonly isDeclared?: boolean } = {},
): DamagedUtf8 | undefined {
  const decoder = new TextDecoder('utf-8');
  // Of a stream the beginning of a character waits for its end.
  const before = decoder.decode(bytes, { stream: true });
  const text = before + decoder.decode();
  const isCut = text.length > before.length && (bytes.at(-1) ?? 0) < FIRST_BYTES;
  const { whole, damaged } = countForeign(isCut ? before : text);
  const isTie = whole === damaged && (isDeclared || (isCut && whole === 0));
  return whole > damaged || isTie ? { text, damaged: damaged + (isCut ? 1 : 0) } : undefined;
}

/** Characters outside ASCII. */
function countForeign(text: string): { readonly whole: number; readonly damaged: number } {
  let whole = 0;
  let damaged = 0;
  for (const character of text) {
    if (character === '\ufffd') damaged++;
    else if (character > '\u007f') whole++;
  }
  return { whole, damaged };
}
