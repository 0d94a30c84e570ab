// The whole way of a transformer's texts (tokens, thread, batches, pooling) against the bare model: the same texts, cut into tokens beforehand, one after
// another through ONNX Runtime on this thread.
import { join } from 'node:path';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder } from '@tributary/testing';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { spread, type Figure } from '../figure.ts';
import { openTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
const TARGET = 0.9;
const MAX_TOKENS = 512;

/** Figures of MiniLM, one per set of texts; none where there is no model, which is said on standard error. */
export async function transformerFigures(
  sets: readonly { readonly what: string; readonly texts: readonly string[] }[],
): Promise<readonly Figure[]> {
  const folder = findModelFolder();
  if (folder.kind === 'none') {
    console.error(`The transformer is not measured: ${folder.reason}.`);
    return [];
  }
  const provider = new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path });
  const session = await InferenceSession.create(join(folder.path, 'onnx/model_quantized.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tokenizer = openTokenizer(folder.path);
  const figures: Figure[] = [];
  for (const { what, texts } of sets) {
    const rows = texts.map((text) => tokenizer.encode(text).ids.slice(0, MAX_TOKENS));
    const ours: number[] = [];
    const bare: number[] = [];
    await embedAll(provider, texts.slice(0, 4));
    await runAll(session, rows.slice(0, 4));
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await rateOf(texts.length, () => embedAll(provider, texts)));
      bare.push(await rateOf(texts.length, () => runAll(session, rows)));
    }
    const ratio = spread(ours.map((rate, i) => rate / (bare[i] ?? Number.NaN)));
    figures.push({
      what: `MiniLM int8, one thread: ${what}`,
      unit: 'texts/s',
      ours: spread(ours),
      peer: { name: 'the bare model in a loop', spread: spread(bare) },
      ratio,
      target: { text: `≥ ${TARGET.toString()} ×`, met: ratio.median >= TARGET },
    });
  }
  await provider.close();
  await session.release();
  return figures;
}

async function rateOf(texts: number, work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (texts / (performance.now() - start)) * 1000;
}

function embedAll(provider: TransformersEmbeddingProvider, texts: readonly string[]): Promise<unknown> {
  return provider.embed(texts, { kind: 'document' });
}

async function runAll(session: InferenceSession, rows: readonly (readonly number[])[]): Promise<void> {
  for (const row of rows) {
    const shape = [1, row.length];
    const ids = new Tensor('int64', BigInt64Array.from(row, BigInt), shape);
    const mask = new Tensor('int64', new BigInt64Array(row.length).fill(1n), shape);
    const types = new Tensor('int64', new BigInt64Array(row.length), shape);
    await session.run({ input_ids: ids, attention_mask: mask, token_type_ids: types });
  }
}
