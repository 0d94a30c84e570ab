import { Readable } from 'node:stream';

/** A body that ends within so many bytes, to be read once more. Undefined for a larger one, what is left of which may be discarded. */
export async function smallBody(payload: Readable, most: number): Promise<Readable | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytesOf(payload)) {
    length += chunk.length;
    if (length > most) return undefined;
    chunks.push(chunk);
  }
  return Readable.from(Buffer.concat(chunks), { objectMode: false });
}

function bytesOf(payload: Readable): AsyncIterable<Buffer> {
  return payload.iterator({ destroyOnReturn: false });
}
