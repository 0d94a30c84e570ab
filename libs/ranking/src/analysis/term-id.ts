const encoder = new TextEncoder();
let scratch = new Uint8Array(512);

/** The id of a term: the absolute value of the signed 32-bit murmur3 hash of its UTF-8 bytes, seed 0. Qdrant's rule, so that sparse vectors
 *  of both agree. */
export function termId(term: string): number {
  if (term.length * 3 > scratch.length) scratch = new Uint8Array(term.length * 3);
  const { written } = encoder.encodeInto(term, scratch);
  return Math.abs(murmur3(scratch, written));
}

/** MurmurHash3_x86_32 (Austin Appleby, public domain) with seed 0, as a signed integer. */
function murmur3(bytes: Uint8Array, length: number): number {
  const whole = length & ~3;
  let hash = 0;
  for (let at = 0; at < whole; at += 4) {
    const block = byte(bytes, at) | (byte(bytes, at + 1) << 8) | (byte(bytes, at + 2) << 16) | (byte(bytes, at + 3) << 24);
    hash ^= scramble(block);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  let tail = 0;
  for (let at = length - 1; at >= whole; at--) tail = (tail << 8) | byte(bytes, at);
  hash ^= scramble(tail) ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

function byte(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}
