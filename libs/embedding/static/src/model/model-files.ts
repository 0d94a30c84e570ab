import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { permanent } from '@tributary/kernel';
import { ModelMemory } from './model-memory.js';

/** What `model.json` says of the matrix beside it. */
export interface ModelHeader {
  readonly rows: number;
  readonly dimension: number;
  /** SHA-256 of `vectors.bin`, in hex. */
  readonly sha256: string;
}

/** A model as it lies on disk: row r is `values[r * dimension …] * scales[r]`. The numbers are in memory that threads share. */
export interface ModelFiles {
  readonly header: ModelHeader;
  readonly scales: Float32Array;
  readonly values: Int8Array;
  /** Where the numbers lie, if in a memory with a scan. */
  readonly memory: ModelMemory | undefined;
  /** One WordPiece a line, in the order of the rows; each line ends in `\n`. */
  readonly vocabulary: string;
}

/** Reads `model.json`. @throws `EMBEDDER.UNAVAILABLE` */
export function readHeader(folder: string): ModelHeader {
  const header: unknown = JSON.parse(readModelFile(folder, 'model.json').toString('utf8'));
  if (!isHeader(header)) throw broken(folder, 'model.json lacks rows, dimension or sha256');
  return header;
}

/** Reads the whole model, about 8 MB, in one go. @throws `EMBEDDER.UNAVAILABLE` */
export function readModelFiles(folder: string): ModelFiles {
  const header = readHeader(folder);
  const { rows, dimension } = header;
  const { bytes, memory } = readMatrix(folder, header);
  const scaleBytes = rows * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== scaleBytes + rows * dimension)
    throw broken(folder, `vectors.bin has ${bytes.length.toString()} bytes, not what model.json says`);
  return {
    header,
    scales: readScales(bytes, rows),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, rows * dimension),
    memory,
    vocabulary: readVocabulary(folder),
  };
}

// Read one by one: the file is little-endian on every machine, and its start in the buffer need not be aligned.
function readScales(bytes: Uint8Array, rows: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const scales = new Float32Array(new SharedArrayBuffer(rows * Float32Array.BYTES_PER_ELEMENT));
  for (let row = 0; row < rows; row++) scales[row] = view.getFloat32(row * Float32Array.BYTES_PER_ELEMENT, true);
  return scales;
}

// Copies may have other line ends than the original: with them in the pieces, no word would be known.
function readVocabulary(folder: string): string {
  return readModelFile(folder, 'vocab.txt').toString('utf8').replaceAll('\r\n', '\n');
}

function readModelFile(folder: string, name: string): Buffer {
  return orUnavailable(folder, name, (path) => readFileSync(path));
}

/** Reads the matrix into memory that threads share, without a copy in between. */
function readMatrix(folder: string, header: ModelHeader): { readonly bytes: Uint8Array; readonly memory: ModelMemory | undefined } {
  return orUnavailable(folder, 'vectors.bin', (path) => {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const memory = ModelMemory.open(size, header);
      const bytes = memory?.file ?? new Uint8Array(new SharedArrayBuffer(size));
      for (let at = 0; at < bytes.length;) {
        const read = readSync(file, bytes, at, bytes.length - at, at);
        if (read === 0) return { bytes: bytes.subarray(0, at), memory };
        at += read;
      }
      return { bytes, memory };
    } finally {
      closeSync(file);
    }
  });
}

function orUnavailable<T>(folder: string, name: string, read: (path: string) => T): T {
  const path = join(folder, name);
  try {
    return read(path);
  } catch (cause) {
    throw permanent('EMBEDDER.UNAVAILABLE', `The static model cannot be read: ${path}. Install the package again.`, {
      category: 'unavailable',
      cause,
    });
  }
}

/** For a model whose files contradict each other. */
export function broken(folder: string, what: string): Error {
  return permanent('EMBEDDER.UNAVAILABLE', `The static model in ${folder} is damaged: ${what}. Install the package again.`, {
    category: 'unavailable',
  });
}

function isHeader(value: unknown): value is ModelHeader {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'rows' in value &&
    Number.isInteger(value.rows) &&
    'dimension' in value &&
    Number.isInteger(value.dimension) &&
    'sha256' in value &&
    typeof value.sha256 === 'string'
  );
}
