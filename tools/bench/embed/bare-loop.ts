// The bare model in a loop: at the priority of an embedder, texts cut into tokens beforehand, one after another, as ONNX Runtime runs it by itself or with the
// settings of an embedder. One of several takes its share of the texts as often as it can in so many seconds, always to the end, since some texts are
// longer than others. Arguments: folder, seconds, a file of texts as JSON, its number, the number of loops, "plain" or "tuned".
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { sessionOptions } from '@tributary/onnx';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { z } from 'zod';
import { openTokenizer } from './tokenizer.ts';

const MAX_TOKENS = 512;
/** That of documents in an embedder: work of others on the machine takes from both alike. */
const NICENESS = 5;
const [folder = '', seconds = '', file = '', own = '0', loops = '1', settings = 'plain'] = process.argv.slice(2);
const tokenizer = openTokenizer(folder);
const rows = z
  .array(z.string())
  .parse(JSON.parse(await readFile(file, 'utf8')))
  .filter((_, n) => n % Number(loops) === Number(own))
  .map((text) => tokenizer.encode(text).ids.slice(0, MAX_TOKENS));
const options = settings === 'tuned' ? sessionOptions(1) : { intraOpNumThreads: 1, interOpNumThreads: 1 };
const session = await InferenceSession.create(join(folder, 'onnx/model_quantized.onnx'), options);
setPriority(NICENESS);
await run(rows[0] ?? []);
const start = performance.now();
const endsAt = start + 1000 * Number(seconds);
let texts = 0;
while (performance.now() < endsAt)
  for (const row of rows) {
    await run(row);
    texts++;
  }
process.stdout.write(`rate ${((1000 * texts) / (performance.now() - start)).toString()}\n`);

async function run(row: readonly number[]): Promise<void> {
  const shape = [1, row.length];
  await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(row, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(row.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(row.length), shape),
  });
}
