import { decodeDamagedUtf8 } from '@tributary/sources-port';

export interface DecodedText {
  readonly text: string;
  /** What had to be assumed, in sentences. */
  readonly notes: readonly string[];
  /** Nothing but habit speaks for the encoding. */
  readonly isGuess?: boolean;
}

/** More control characters than this share are no text in any of the encodings tried. */
const MOST_CONTROLS = 0.02;

const STRICT = new TextDecoder('utf-8', { fatal: true });

/** Bytes as text: UTF-8, UTF-16 with a byte order mark, else Windows-1252. The mark is dropped. Undefined for what is no text: it holds NUL bytes or many
 *  control characters. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const wide = utf16Label(bytes);
  if (wide) return decodeWide(bytes, wide);
  if (bytes.includes(0)) return undefined;
  try {
    return { text: STRICT.decode(bytes), notes: [] };
  } catch {
    return decodeDamaged(bytes);
  }
}

/** Bytes that `decodeText` takes for no text and that may be UTF-16 without a mark: every NUL is the same half of a character. */
export function mayBeWide(bytes: Uint8Array): boolean {
  const nuls = [0, 0];
  const sample = bytes.subarray(0, 1024);
  sample.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  });
  return Math.min(...nuls) === 0 && Math.max(...nuls) > sample.length / 50;
}

function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeWide(bytes: Uint8Array, label: 'utf-16le' | 'utf-16be'): DecodedText | undefined {
  const text = new TextDecoder(label).decode(bytes);
  return text.includes('\0') ? undefined : { text, notes: [`Read as ${label.toUpperCase()}.`] };
}

function decodeDamaged(bytes: Uint8Array): DecodedText | undefined {
  if (countControls(bytes) > bytes.length * MOST_CONTROLS) return undefined;
  const utf8 = decodeDamagedUtf8(bytes);
  if (utf8 !== undefined) return { text: utf8.text, notes: [replaced(utf8.damaged)] };
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    notes: ['Read as Windows-1252, because it is not valid UTF-8.'],
    isGuess: true,
  };
}

function countControls(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  return controls;
}

function replaced(damaged: number): string {
  return damaged === 1
    ? '1 character is not valid UTF-8 and was replaced.'
    : `${damaged.toString()} characters are not valid UTF-8 and were replaced.`;
}
