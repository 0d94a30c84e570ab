import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permanent } from '@tributary/kernel';

/** What `model.json` says of the matrix beside it. */
export interface ModelHeader {
  readonly rows: number;
  readonly dimension: number;
  /** SHA-256 of `vectors.bin`, in hex. */
  readonly sha256: string;
}

/** A model as it lies on disk: row r is `values[r * dimension …] * scales[r]`. */
export interface ModelFiles {
  readonly header: ModelHeader;
  readonly scales: Float32Array;
  readonly values: Int8Array;
  /** One WordPiece a line, in the order of the rows. */
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
  const bytes = readModelFile(folder, 'vectors.bin');
  const scaleBytes = rows * Float32Array.BYTES_PER_ELEMENT;
  if (bytes.length !== scaleBytes + rows * dimension)
    throw broken(folder, `vectors.bin has ${bytes.length.toString()} bytes, not what model.json says`);
  return {
    header,
    scales: readScales(bytes, rows),
    values: new Int8Array(bytes.buffer, bytes.byteOffset + scaleBytes, rows * dimension),
    vocabulary: readModelFile(folder, 'vocab.txt').toString('utf8'),
  };
}

// Read one by one: the file is little-endian on every machine, and its start in the buffer need not be aligned.
function readScales(bytes: Buffer, rows: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) scales[row] = view.getFloat32(row * Float32Array.BYTES_PER_ELEMENT, true);
  return scales;
}

function readModelFile(folder: string, name: string): Buffer {
  try {
    return readFileSync(join(folder, name));
  } catch (cause) {
    throw permanent('EMBEDDER.UNAVAILABLE', `The static model cannot be read: ${join(folder, name)}. Install the package again.`, {
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
