// What a query waits while documents are embedded without pause by the same model: for a model behind a server, and for a transformer in this process.
import { BatchingProvider, GuardedProvider, type EmbeddingProvider } from '@tributary/embedding-port';
import { OpenAiEmbeddingProvider } from '@tributary/embedding-openai';
import { TransformersEmbeddingProvider } from '@tributary/embedding-transformers';
import { findModelFolder, sampleModel, startOpenAiServer } from '@tributary/testing';
import { percentile, spread, type Figure } from '../figure.ts';

const ROUNDS = 5;
const QUERIES = 40;
const TARGET = 1.5;
const DELAY_MS = 40;
const CALLS_AT_ONCE = 8;

/** @param texts of about 480 characters */
export async function queryFigures(texts: readonly string[]): Promise<readonly Figure[]> {
  await using server = await startOpenAiServer({ model: sampleModel({ delayMs: DELAY_MS }) });
  const served = new OpenAiEmbeddingProvider({ name: 'm', url: `${server.url}/v1`, model: 'sample' });
  const figures = [
    await compare(new BatchingProvider(new GuardedProvider(served)), `a model behind a server, ${DELAY_MS.toString()} ms a batch`, texts),
  ];
  const folder = findModelFolder();
  if (folder.kind === 'none') console.error(`Queries of a transformer are not measured: ${folder.reason}.`);
  else
    figures.push(
      await compare(new TransformersEmbeddingProvider({ name: 'minilm', path: folder.path }), 'MiniLM int8 in this process', texts),
    );
  return figures;
}

async function compare(provider: EmbeddingProvider, what: string, texts: readonly string[]): Promise<Figure> {
  await provider.embed(texts.slice(0, 2), { kind: 'document' });
  const pairs: { readonly idle: number; readonly busy: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await p95(provider, texts);
    const bulk = startBulk(provider, texts);
    pairs.push({ idle, busy: await p95(provider, texts) });
    await bulk.stop();
  }
  await provider.close();
  const ratio = spread(pairs.map(({ idle, busy }) => busy / idle));
  return {
    what: `query embedded while documents are, p95: ${what}`,
    unit: 'ms',
    ours: spread(pairs.map(({ busy }) => busy)),
    peer: { name: 'with nothing else to do', spread: spread(pairs.map(({ idle }) => idle)) },
    ratio,
    target: { text: `≤ ${TARGET.toString()} ×`, met: ratio.median <= TARGET },
  };
}

/** Of queries one after another. */
async function p95(provider: EmbeddingProvider, texts: readonly string[]): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < QUERIES; n++) {
    const start = performance.now();
    await provider.embed([texts[n % texts.length]?.slice(0, 40) ?? ''], { kind: 'query' });
    times.push(performance.now() - start);
  }
  return percentile(times, 0.95);
}

/** Calls of a document each, as jobs make them, without pause. */
function startBulk(provider: EmbeddingProvider, texts: readonly string[]): { stop(): Promise<void> } {
  const controller = new AbortController();
  const { signal } = controller;
  const call = async (first: number) => {
    for (let n = first; !signal.aborted; n += CALLS_AT_ONCE) await provider.embed([texts[n % texts.length] ?? ''], { kind: 'document' });
  };
  const calls = Array.from({ length: CALLS_AT_ONCE }, (_, n) => call(n));
  return {
    stop: async () => {
      controller.abort();
      await Promise.all(calls);
    },
  };
}
