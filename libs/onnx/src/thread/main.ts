// The thread that holds a model: it loads it, then computes what it is sent until it is told to end. It runs the built files whatever runs the rest, so it
// and what it imports take from other projects types only.
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromThread, ThreadModel, ToThread } from './messages.js';
import { TextTokenizer } from './text-tokenizer.js';
import { Work } from './work.js';

/** Niceness; 0 is usual, 19 the last of all. */
const LOWER = 5;

const port = parentPort;
if (port === null) throw new TypeError('This file runs as a worker thread.');

function send(message: FromThread, transfer: readonly ArrayBuffer[] = []): void {
  port?.postMessage(message, [...transfer]);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sendRows(id: number, list: readonly Float32Array[]): void {
  const width = list[0]?.length ?? 0;
  const rows = new Float32Array(list.length * width);
  list.forEach((row, i) => {
    rows.set(row, i * width);
  });
  send({ kind: 'rows', id, rows, width }, [rows.buffer]);
}

async function readJson(file: string): Promise<object> {
  const json: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof json === 'object' && json !== null) return json;
  throw new TypeError(`${file} holds no object`);
}

/** A file beside the model’s own that is at fault. */
class BadFile extends Error {
  readonly file: string;

  constructor(file: string, error: unknown) {
    super(reasonOf(error));
    this.file = file;
  }
}

async function openTokenizer({ tokenizerFile, maxTokens }: ThreadModel, config: object): Promise<TextTokenizer> {
  try {
    return new TextTokenizer(await readJson(tokenizerFile), config, maxTokens);
  } catch (error) {
    throw new BadFile(tokenizerFile, error);
  }
}

async function load(model: ThreadModel): Promise<{ work: Work; release: () => Promise<void> }> {
  // Loaded here and not above, so that a missing native library is told like every other reason.
  const { ModelSession } = await import('./model-session.js');
  const config = await readJson(model.tokenizerConfigFile).catch(() => ({}));
  const tokenizer = await openTokenizer(model, config);
  const session = await ModelSession.load(model);
  const work = new Work({
    tokenizer,
    session,
    oneByOne: model.dependsOnBatch,
    done: sendRows,
    failed: (id, error) => {
      send({ kind: 'failed', id, reason: reasonOf(error) });
    },
  });
  return { work, release: () => session.release() };
}

/** Linux counts priorities by thread, other systems by process: there this would hold up searches, too. */
function yieldToOthers(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(LOWER);
  } catch {
    // A container that forbids it only shares the processor more evenly.
  }
}

// The parent makes workerData of exactly this type.
const model = workerData as ThreadModel;
if (model.isForDocuments === true) yieldToOthers();
const loaded = load(model);
loaded.catch((error: unknown) => {
  send({ kind: 'unusable', reason: reasonOf(error), ...(error instanceof BadFile ? { file: error.file } : {}) });
  port.close();
});

port.on('message', (message: ToThread) => {
  void loaded.then(
    async ({ work, release }) => {
      if (message.kind === 'run') work.add(message);
      else if (message.kind === 'cancel') work.cancel(message.id);
      else {
        await release();
        port.close();
      }
    },
    () => undefined,
  );
});
