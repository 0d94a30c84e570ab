const BYTES = 4;

/** Little-endian f32, as every machine we run on keeps them. */
export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** The bytes are copied: those of a database need not begin at a multiple of four. Undefined where they are no vector of finite numbers. */
export function vectorOf(bytes: Uint8Array): Float32Array | undefined {
  if (bytes.length === 0 || bytes.length % BYTES !== 0) return undefined;
  const vector = new Float32Array(Uint8Array.from(bytes).buffer);
  return vector.every(Number.isFinite) ? vector : undefined;
}
