import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MIB } from '@tributary/kernel';
import { Unacceptable } from './fetch-outcome.js';

interface BodyLimits {
  readonly maxBytes: number;
  readonly maxRatio: number;
  readonly signal: AbortSignal;
}

const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/** The body of a response, unpacked while it comes, so that neither what is sent nor what comes out of it grows over the limits.
 *  @throws `Unacceptable` with `too-large`, `bomb`, `encoding` or `damaged` */
export async function readBody(response: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) throw new Unacceptable('too-large');
  const decoder = decoderOf(response.headers['content-encoding']);
  const parts: Buffer[] = [];
  const sizes = { received: 0, unpacked: 0 };
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      sizes.received += chunk.length;
      if (sizes.received > limits.maxBytes) throw new Unacceptable('too-large');
      yield chunk;
    }
  }
  async function keep(chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      sizes.unpacked += chunk.length;
      requireModest(sizes, limits);
      parts.push(chunk);
    }
  }
  const { signal } = limits;
  try {
    if (decoder === undefined) await pipeline(response, counted, keep, { signal });
    else await pipeline(response, counted, decoder, keep, { signal });
  } catch (error) {
    throw isZlibError(error) ? new Unacceptable('damaged') : error;
  }
  return Buffer.concat(parts);
}

function requireModest({ received, unpacked }: { readonly received: number; readonly unpacked: number }, limits: BodyLimits): void {
  if (unpacked > MIB && unpacked > received * limits.maxRatio) throw new Unacceptable('bomb');
  if (unpacked > limits.maxBytes) throw new Unacceptable('too-large');
}

function decoderOf(encoding = 'identity'): Duplex | undefined {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity' || name === '') return undefined;
  const make = DECODERS[name];
  if (make === undefined) throw new Unacceptable('encoding');
  return make();
}

function isZlibError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR'));
}
