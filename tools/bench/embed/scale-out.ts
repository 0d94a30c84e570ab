// What a second embedder process adds: where the model is a server that is waited for, and where it is computed, against what two bare loops of the model reach
// together in the same run.
import { findModelFolder, sampleModel, startOpenAiServer, startSource } from '@tributary/testing';
import { spread, type Figure } from '../figure.ts';
import { asEmbedded, rateOfServices } from './running-services.ts';

const ROUNDS = 5;
const DELAY_MS = 40;
/** Few texts a request, so that what is waited for is the model and not the rest of the way. */
const TEXTS_A_REQUEST = 4;
const WAITED_FOR = 2000;
const COMPUTED = 800;
/** With its name in front of it a text so long still is one passage. */
const ONE_PASSAGE = 440;
const BARE_SECONDS = 8;
/** As many as fit an argument of a process. */
const IN_A_LOOP = 200;
const TWICE = 1.8;
const OF_CEILING = 0.9;

/** @param texts of about 480 characters */
export async function scaleOutFigures(texts: readonly string[]): Promise<readonly Figure[]> {
  const passages = texts.map(asOnePassage);
  return [await waitedFor(passages), ...(await computed(passages.slice(0, COMPUTED)))];
}

/** Without the headings, fences and paragraphs at which it would be cut. */
function asOnePassage(text: string): string {
  return text.replace(/[^\p{L}\p{N}.,]+/gu, ' ').slice(0, ONE_PASSAGE);
}

async function waitedFor(texts: readonly string[]): Promise<Figure> {
  await using server = await startOpenAiServer({ model: sampleModel({ delayMs: DELAY_MS }) });
  const model = { type: 'openai', url: `${server.url}/v1`, model: 'sample', batch_size: TEXTS_A_REQUEST };
  const load = { model, texts: Array.from({ length: WAITED_FOR }, (_, n) => (texts[n % texts.length] ?? '').slice(0, 200)) };
  const pairs: { readonly one: number; readonly two: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push({ one: await rateOfServices({ ...load, embedders: 1 }), two: await rateOfServices({ ...load, embedders: 2 }) });
  const ratio = spread(pairs.map(({ one, two }) => two / one));
  return {
    what: `two embedder processes, a model that is waited for (${DELAY_MS.toString()} ms a batch of ${TEXTS_A_REQUEST.toString()})`,
    unit: 'documents/s',
    ours: spread(pairs.map(({ two }) => two)),
    peer: { name: 'one process', spread: spread(pairs.map(({ one }) => one)) },
    ratio,
    target: { text: `≥ ${TWICE.toString()} ×`, met: ratio.median >= TWICE },
  };
}

async function computed(texts: readonly string[]): Promise<readonly Figure[]> {
  const folder = findModelFolder();
  if (folder.kind === 'none') {
    console.error(`Embedders that compute are not measured: ${folder.reason}.`);
    return [];
  }
  const pairs: { readonly ours: number; readonly ceiling: number }[] = [];
  const embedded = texts.map(asEmbedded);
  for (let round = 0; round < ROUNDS; round++) {
    const ceiling = (await Promise.all([bareLoop(folder.path, embedded), bareLoop(folder.path, embedded)])).reduce(
      (sum, rate) => sum + rate,
      0,
    );
    pairs.push({ ours: await rateOfServices({ embedders: 2, model: { type: 'transformers', path: folder.path }, texts }), ceiling });
  }
  const ratio = spread(pairs.map(({ ours, ceiling }) => ours / ceiling));
  return [
    {
      what: 'two embedder processes, MiniLM int8 computed, one thread each, texts of 440 characters',
      unit: 'documents/s',
      ours: spread(pairs.map(({ ours }) => ours)),
      peer: { name: 'two bare loops of the model at once', spread: spread(pairs.map(({ ceiling }) => ceiling)) },
      ratio,
      target: { text: `≥ ${OF_CEILING.toString()} ×`, met: ratio.median >= OF_CEILING },
    },
  ];
}

/** Texts a second of the model alone, in a process of its own. */
async function bareLoop(folder: string, texts: readonly string[]): Promise<number> {
  const loop = startSource(new URL('./bare-loop.ts', import.meta.url), [
    folder,
    BARE_SECONDS.toString(),
    JSON.stringify(texts.slice(0, IN_A_LOOP)),
  ]);
  const line = await loop.line('rate ');
  await loop.kill();
  return Number(line.slice('rate '.length));
}
