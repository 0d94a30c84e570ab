// Cuts a static embedding model to its first dimensions: node tools/static-model/cut-model.mjs <folder of the model> <folder to write> [dimension]
// The folder holds model.json, vectors.bin (rows x f32 scale, then rows x dim int8, row-major) and vocab.txt. The dimensions of the model stand in
// order of importance, so a prefix is a model of its own (unit length is restored when a text is embedded).
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCALE_BYTES = 4;
const [from, to, wanted = '256'] = process.argv.slice(2);
if (from === undefined || to === undefined) {
  console.error('Usage: node tools/static-model/cut-model.mjs <folder of the model> <folder to write> [dimension]');
  process.exit(2);
}

const header = JSON.parse(readFileSync(join(from, 'model.json'), 'utf8'));
const whole = readFileSync(join(from, header.vectors));
const dimension = Number(wanted);
const expectedBytes = header.rows * (SCALE_BYTES + header.dim);
if (whole.length !== expectedBytes) throw new Error(`${header.vectors} has ${whole.length} bytes, its header says ${expectedBytes}.`);
if (!(dimension > 0 && dimension <= header.dim)) throw new Error(`The dimension must lie between 1 and ${header.dim}.`);

const vectors = cut(whole, { rows: header.rows, dim: header.dim, dimension });
mkdirSync(to, { recursive: true });
writeFileSync(join(to, 'vectors.bin'), vectors);
copyFileSync(join(from, header.vocab), join(to, 'vocab.txt'));
writeFileSync(join(to, 'model.json'), `${JSON.stringify(describe(header, dimension, vectors), undefined, 2)}\n`);
console.log(`${to}: ${header.rows} rows, ${dimension} of ${header.dim} dimensions, ${vectors.length} bytes`);

/** The scales as they are, and the first `dimension` bytes of each row. */
function cut(bytes, { rows, dim, dimension }) {
  const scalesEnd = rows * SCALE_BYTES;
  const result = Buffer.alloc(rows * (SCALE_BYTES + dimension));
  bytes.copy(result, 0, 0, scalesEnd);
  for (let row = 0; row < rows; row++) {
    const start = scalesEnd + row * dim;
    bytes.copy(result, scalesEnd + row * dimension, start, start + dimension);
  }
  return result;
}

function describe(header, dimension, vectors) {
  return {
    format: header.format,
    version: header.version,
    rows: header.rows,
    dimension,
    vectors: 'vectors.bin',
    layout: 'rows x float32 LE scale, then rows x dimension int8, row-major; vector = int8 * scale[row]',
    vocabulary: 'vocab.txt',
    split: header.pre,
    tokenizer: header.tokenizer,
    pooling: header.pooling,
    teacher: header.teacher,
    sha256: createHash('sha256').update(vectors).digest('hex'),
    cut_from: { dimension: header.dim, sha256: header.sha256 },
  };
}
