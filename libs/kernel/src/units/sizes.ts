export const KIB = 1024;
export const MIB = 1024 * 1024;

const encoder = new TextEncoder();

/** Length of a text in UTF-8 bytes. */
export function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

/** UTF-8 bytes of a token, where no model's own count is asked for. */
export const BYTES_PER_TOKEN = 3.5;

/** Tokens a text costs in a budget: UTF-8 bytes ÷ 3.5, rounded up. */
export function countTokens(text: string): number {
  return Math.ceil(utf8Bytes(text) / BYTES_PER_TOKEN);
}
