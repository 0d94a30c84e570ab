// Batches bounded by padded tokens, of like length, against batches of a fixed number of texts as they come: the same model, padded alike.
import { join } from 'node:path';
import { chooseBatch } from '@tributary/embedding-port';
import { countTokens } from '@tributary/kernel';
import { findModelFolder } from '@tributary/testing';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { spread, type Figure } from '../figure.ts';
import { openTokenizer } from './tokenizer.ts';

const ROUNDS = 5;
const TARGET = 1.5;
const FIXED = 32;
const MAX_TOKENS = 512;
const BOUNDS = { texts: 64, tokens: 8192 };

type Rows = readonly (readonly number[])[];

/** None where there is no model, which is said on standard error. @param texts of mixed lengths; they are shuffled, always alike */
export async function batchingFigures(texts: readonly string[]): Promise<readonly Figure[]> {
  const folder = findModelFolder();
  if (folder.kind === 'none') {
    console.error(`Batching is not measured: ${folder.reason}.`);
    return [];
  }
  const session = await InferenceSession.create(join(folder.path, 'onnx/model_quantized.onnx'), {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tokenizer = openTokenizer(folder.path);
  const shuffled = texts.map((text, i) => ({ text, at: (i * 7919) % texts.length })).sort((a, b) => a.at - b.at);
  const ids = new Map(shuffled.map(({ text }) => [text, tokenizer.encode(text).ids.slice(0, MAX_TOKENS)]));
  const rowsOf = (batch: readonly { readonly text: string }[]): Rows => batch.map(({ text }) => ids.get(text) ?? []);
  const fixed = Array.from({ length: Math.ceil(shuffled.length / FIXED) }, (_, n) => rowsOf(shuffled.slice(n * FIXED, (n + 1) * FIXED)));
  const ours = byTokens(shuffled).map(rowsOf);
  const rates: { readonly ours: number; readonly fixed: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    rates.push({ ours: await rate(session, ours, texts.length), fixed: await rate(session, fixed, texts.length) });
  await session.release();
  const ratio = spread(rates.map((one) => one.ours / one.fixed));
  return [
    {
      what: 'batches by tokens, texts of 60 to 1,500 characters, mixed (MiniLM int8, one thread)',
      unit: 'texts/s',
      ours: spread(rates.map((one) => one.ours)),
      peer: { name: `batches of ${FIXED.toString()} as they come`, spread: spread(rates.map((one) => one.fixed)) },
      ratio,
      target: { text: `≥ ${TARGET.toString()} ×`, met: ratio.median >= TARGET },
    },
  ];
}

function byTokens(texts: readonly { readonly text: string }[]): readonly (readonly { readonly text: string }[])[] {
  let waiting = texts.map(({ text }) => ({ text, tokens: countTokens(text) }));
  const batches: (readonly { readonly text: string }[])[] = [];
  while (waiting.length > 0) {
    const batch = chooseBatch(waiting, BOUNDS);
    batches.push(batch);
    const taken = new Set(batch);
    waiting = waiting.filter((item) => !taken.has(item));
  }
  return batches;
}

async function rate(session: InferenceSession, batches: readonly Rows[], texts: number): Promise<number> {
  const start = performance.now();
  for (const batch of batches) await runPadded(session, batch);
  return (texts / (performance.now() - start)) * 1000;
}

async function runPadded(session: InferenceSession, rows: Rows): Promise<void> {
  const width = Math.max(...rows.map((row) => row.length));
  const shape = [rows.length, width];
  const filled = (value: (id: number | undefined) => bigint) =>
    new Tensor(
      'int64',
      BigInt64Array.from({ length: rows.length * width }, (_, i) => value(rows[Math.floor(i / width)]?.[i % width])),
      shape,
    );
  await session.run({
    input_ids: filled((id) => BigInt(id ?? 0)),
    attention_mask: filled((id) => (id === undefined ? 0n : 1n)),
    token_type_ids: filled(() => 0n),
  });
}
