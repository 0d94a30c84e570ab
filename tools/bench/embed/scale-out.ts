// What a second embedder process adds: where the model is a server that is waited for, and where it is computed, against what two bare loops of the model reach
// together in the same run.
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findModelFolder, sampleModel, startOpenAiServer, startSource } from '@tributary/testing';
import { spread, type Figure } from '../figure.ts';
import { documentsOf, notesOf, passagesOf, type HandedIn } from './documents.ts';
import { rateOfServices } from './running-services.ts';

const ROUNDS = 3;
const DELAY_MS = 40;
/** Few texts a request, so that what is waited for is the model and not the rest of the way. */
const TEXTS_A_REQUEST = 4;
/** Enough for some ten seconds of two processes: beginning and end, where one process waits for the other, take some tenths of one. */
const WAITED_FOR = { notes: 8000, documents: 400 };
/** Enough for some thirty: here what V8 compiles of the services in the first seconds takes its time from the model. */
const COMPUTED = { notes: 8000, documents: 600 };
const BARE_SECONDS = 8;
const LOOPS = 2;
/** A loop goes on to the end of its texts, which takes far longer where others work on the machine. */
const LOOP_LIMIT_MS = 300_000;
const TWICE = 1.8;
const OF_CEILING = 0.9;

/** @param textsOf so many texts of about 480 characters @param prose what they are cut from */
export async function scaleOutFigures(textsOf: (count: number) => readonly string[], prose: string): Promise<readonly Figure[]> {
  const load = (documents: readonly HandedIn[]) => {
    const count = documents.length.toLocaleString('en');
    const each = passagesOf(documents).length / documents.length;
    return { what: each === 1 ? `${count} notes of one passage` : `${count} documents of ${each.toFixed(0)} passages`, documents };
  };
  const served = [
    await waitedFor(load(documentsOf(prose, WAITED_FOR.documents))),
    await waitedFor(load(notesOf(textsOf(WAITED_FOR.notes)))),
  ];
  const folder = findModelFolder();
  if (folder.kind === 'none') {
    console.error(`Embedders that compute are not measured: ${folder.reason}.`);
    return served;
  }
  return [
    ...served,
    ...(await computed(folder.path, load(documentsOf(prose, COMPUTED.documents)))),
    ...(await computed(folder.path, load(notesOf(textsOf(COMPUTED.notes))))),
  ];
}

interface ShapedLoad {
  readonly what: string;
  readonly documents: readonly HandedIn[];
}

async function waitedFor({ what, documents }: ShapedLoad): Promise<Figure> {
  await using server = await startOpenAiServer({ model: sampleModel({ delayMs: DELAY_MS }) });
  const load = { model: { type: 'openai', url: `${server.url}/v1`, model: 'sample', batch_size: TEXTS_A_REQUEST }, documents };
  const pairs: { readonly one: number; readonly two: number }[] = [];
  for (let round = 0; round < ROUNDS; round++)
    pairs.push({ one: await rateOfServices({ ...load, embedders: 1 }), two: await rateOfServices({ ...load, embedders: 2 }) });
  const ratio = spread(pairs.map(({ one, two }) => two / one));
  return {
    what: `two embedder processes, a model that is waited for (${DELAY_MS.toString()} ms a batch of ${TEXTS_A_REQUEST.toString()}), ${what}`,
    unit: 'passages/s',
    ours: spread(pairs.map(({ two }) => two)),
    peer: { name: 'one process', spread: spread(pairs.map(({ one }) => one)) },
    ratio,
    target: { text: `≥ ${TWICE.toString()} ×`, met: ratio.median >= TWICE },
  };
}

/** Texts a second of two loops at once, each of which takes its share. */
interface Ceilings {
  /** The model as ONNX Runtime runs it by itself. */
  readonly plain: number;
  /** The model with an embedder's settings of ONNX Runtime. */
  readonly tuned: number;
}

async function computed(folder: string, { what, documents }: ShapedLoad): Promise<readonly Figure[]> {
  const file = join(tmpdir(), `tributary-bench-${process.pid.toString()}.json`);
  await writeFile(file, JSON.stringify(passagesOf(documents)));
  const rounds: { readonly ours: number; readonly ceilings: Ceilings }[] = [];
  try {
    let before = await ceilingsOf(folder, file);
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await rateOfServices({ embedders: 2, model: { type: 'transformers', path: folder }, documents });
      const after = await ceilingsOf(folder, file);
      // Half a minute lies between them: a machine that becomes slower meanwhile does so for both.
      rounds.push({ ours, ceilings: { plain: (before.plain + after.plain) / 2, tuned: (before.tuned + after.tuned) / 2 } });
      before = after;
    }
  } finally {
    await rm(file);
  }
  const against = (name: string, ceiling: keyof Ceilings): Figure => {
    const ratio = spread(rounds.map(({ ours, ceilings }) => ours / ceilings[ceiling]));
    return {
      what: `two embedder processes, MiniLM int8 computed, one thread each, ${what}`,
      unit: 'passages/s',
      ours: spread(rounds.map(({ ours }) => ours)),
      peer: { name, spread: spread(rounds.map(({ ceilings }) => ceilings[ceiling])) },
      ratio,
      target: { text: `≥ ${OF_CEILING.toString()} ×`, met: ratio.median >= OF_CEILING },
    };
  };
  return [
    against('two bare loops of the model at once over the same passages', 'plain'),
    against('the same two loops with the settings of an embedder', 'tuned'),
  ];
}

/** @param file of texts */
async function ceilingsOf(folder: string, file: string): Promise<Ceilings> {
  return { plain: await bareLoops(folder, file, 'plain'), tuned: await bareLoops(folder, file, 'tuned') };
}

/** Texts a second of all loops together. @param file of texts */
async function bareLoops(folder: string, file: string, settings: keyof Ceilings): Promise<number> {
  const loops = Array.from({ length: LOOPS }, (_, own) =>
    bareLoop([folder, BARE_SECONDS.toString(), file, own.toString(), LOOPS.toString(), settings]),
  );
  return (await Promise.all(loops)).reduce((sum, rate) => sum + rate, 0);
}

/** Texts a second of the model alone, in a process of its own. @param args of the loop */
async function bareLoop(args: readonly string[]): Promise<number> {
  const loop = startSource(new URL('./bare-loop.ts', import.meta.url), args);
  await eventually(() => loop.lines.length > 0, LOOP_LIMIT_MS);
  const line = await loop.line('rate ');
  await loop.kill();
  return Number(line.slice('rate '.length));
}
