// The bare model in a loop: texts cut into tokens beforehand, one after another, for so many seconds. Arguments: folder, seconds, a file of texts as JSON.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { openTokenizer } from './tokenizer.ts';

const MAX_TOKENS = 512;
const [folder = '', seconds = '', file = ''] = process.argv.slice(2);
const tokenizer = openTokenizer(folder);
const rows = z
  .array(z.string())
  .parse(JSON.parse(await readFile(file, 'utf8')))
  .map((text) => tokenizer.encode(text).ids.slice(0, MAX_TOKENS));
const session = await InferenceSession.create(join(folder, 'onnx/model_quantized.onnx'), { intraOpNumThreads: 1, interOpNumThreads: 1 });
await run(rows[0] ?? []);
const start = performance.now();
const endsAt = start + 1000 * Number(seconds);
let texts = 0;
while (performance.now() < endsAt) await run(rows[texts++ % rows.length] ?? []);
process.stdout.write(`rate ${((1000 * texts) / (performance.now() - start)).toString()}\n`);

async function run(row: readonly number[]): Promise<void> {
  const shape = [1, row.length];
  await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(row, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(row.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(row.length), shape),
  });
}
