import { isUuid } from '@tributary/kernel/ids';

/** The UUID of zeros. */
export const NIL = '00000000-0000-0000-0000-000000000000';

/** The 16 bytes of a UUID; undefined for any other text. */
export function pointIdBytes(id: string): Uint8Array | undefined {
  return isUuid(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : undefined;
}

/** The two digits of each byte, as their character codes. */
const DIGITS = Uint8Array.from({ length: 512 }, (_, i) => (((i >> 1) >> (i % 2 === 0 ? 4 : 0)) & 15).toString(16).charCodeAt(0));
/** Places of the bytes in the text of a UUID. */
const PLACES = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]);
/** Text in the making; the dashes stay. */
const scratch = Buffer.from(NIL);

/** The UUID of 16 bytes, in lower case. */
export function pointIdText(bytes: Uint8Array): string {
  for (let i = 0; i < 16; i++) {
    const byte = bytes[i] ?? 0;
    const place = PLACES[i] ?? 0;
    scratch[place] = DIGITS[2 * byte] ?? 0;
    scratch[place + 1] = DIGITS[2 * byte + 1] ?? 0;
  }
  return scratch.toString('latin1');
}
