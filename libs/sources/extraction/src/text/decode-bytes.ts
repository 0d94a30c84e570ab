import { decodeDamagedUtf8 } from '@tributary/sources-port';
import { analyse } from 'chardet';

export interface DecodedBytes {
  readonly text: string;
  /** WHATWG name: `utf-8`, `windows-1252`, `shift_jis`, … */
  readonly encoding: string;
  /** Characters that could not be decoded. */
  readonly damaged: number;
}

/** More control characters than this share are no text in any encoding. */
const MOST_CONTROLS = 0.02;
/** UTF-16 with this share of damaged characters is still UTF-16. */
const MOST_DAMAGE = 0.1;
/** Units of UTF-16 of which at least this share has an empty half. */
const LEAST_HALF_EMPTY = 0.02;
/** More NULs than this share are no accident. */
const MOST_STRAY_NULS = 0.25;
/** Bytes of ASCII throughout, which say by escapes what they stand for: as UTF-8 they are never wrong. */
const ESCAPED = 'iso-2022-jp';
const ESCAPE = 0x1b;
const SAMPLE_BYTES = 64 * 1024;
/** Below this the guess of a single-byte encoding is worth less than the habit of Windows-1252. */
const LEAST_CONFIDENCE = 25;

/** Bytes as text: by byte order mark, as UTF-8, by the encoding that was declared (first of all where that is ISO-2022-JP), as UTF-16 without a mark, as
 *  UTF-8 with damage, by the frequencies of characters, else as Windows-1252. Undefined for what is no text. */
export function decodeBytes(bytes: Uint8Array, declared?: string): DecodedBytes | undefined {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decodeWide(bytes, marked);
  const label = declared === undefined ? undefined : encodingOf(declared);
  if (label === ESCAPED && bytes.includes(ESCAPE)) return decodeAs(bytes, label);
  const utf8 = decodeStrictly(bytes, 'utf-8');
  if (utf8 !== undefined && !utf8.includes('\0')) return { text: utf8, encoding: 'utf-8', damaged: 0 };
  if (utf8 !== undefined && hasStrayNuls(utf8)) return undefined;
  if (label !== undefined && label !== 'utf-8') return decodeAs(bytes, label);
  return bytes.includes(0) ? decodeWithNuls(bytes) : decodeForeign(bytes, { isDeclared: label === 'utf-8' });
}

/** What was assumed and lost, in sentences. */
export function decodingNotes({ encoding, damaged }: DecodedBytes): readonly string[] {
  return [
    ...(encoding === 'utf-8' ? [] : [`Read as ${encoding}.`]),
    ...(damaged === 0
      ? []
      : [
          `${damaged === 1 ? '1 character is' : `${damaged} characters are`} not valid ${encoding} and ${damaged === 1 ? 'was' : 'were'} replaced.`,
        ]),
  ];
}

function decodeAs(bytes: Uint8Array, encoding: string): DecodedBytes {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, damaged: countDamaged(text) };
}

/** Whether a text is one of single bytes with NULs in it: in UTF-16 every other byte of Latin text is one, and that of other scripts has control characters
 *  in its place. */
function hasStrayNuls(utf8: string): boolean {
  const letters = utf8.replaceAll('\0', '');
  return letters.length > utf8.length * (1 - MOST_STRAY_NULS) && !hasControls(letters);
}

/** The name of an encoding as the web knows it; undefined for one it does not. */
function encodingOf(label: string): string | undefined {
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeWithNuls(bytes: Uint8Array): DecodedBytes | undefined {
  const halves = [0, 0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  sample.forEach((byte, at) => {
    if (byte === 0) halves[at % 2] = (halves[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = halves;
  const isWide = Math.min(even, odd) === 0 && Math.max(even, odd) >= (sample.length / 2) * LEAST_HALF_EMPTY;
  const decoded = isWide ? decodeWide(bytes, odd > 0 ? 'utf-16le' : 'utf-16be') : undefined;
  return decoded === undefined || hasControls(decoded.text) ? undefined : decoded;
}

function decodeWide(bytes: Uint8Array, encoding: string): DecodedBytes | undefined {
  const text = new TextDecoder(encoding).decode(bytes);
  const damaged = countDamaged(text);
  return text.includes('\0') || damaged > text.length * MOST_DAMAGE ? undefined : { text, encoding, damaged };
}

function decodeForeign(bytes: Uint8Array, { isDeclared }: { readonly isDeclared: boolean }): DecodedBytes | undefined {
  if (countControls(bytes) > bytes.length * MOST_CONTROLS) return undefined;
  const utf8 = decodeDamagedUtf8(bytes, { isDeclared });
  return utf8 === undefined ? decodeGuessed(bytes) : { ...utf8, encoding: 'utf-8' };
}

function decodeGuessed(bytes: Uint8Array): DecodedBytes {
  for (const { name, confidence } of analyse(bytes.subarray(0, SAMPLE_BYTES))) {
    const encoding = encodingOf(name);
    if (encoding === undefined || encoding.startsWith('utf-') || confidence < LEAST_CONFIDENCE) continue;
    const text = decodeStrictly(bytes, encoding);
    if (text !== undefined) return { text, encoding, damaged: 0 };
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', damaged: 0 };
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function hasControls(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 32 && (unit < 9 || unit > 13)) controls++;
  }
  return controls > text.length * MOST_CONTROLS;
}

function countControls(bytes: Uint8Array): number {
  let controls = 0;
  for (const byte of bytes) if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++;
  return controls;
}

function countDamaged(text: string): number {
  let damaged = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) damaged++;
  return damaged;
}
