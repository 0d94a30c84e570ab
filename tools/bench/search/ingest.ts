import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { encodeDocumentKey } from '@tributary/kernel';
import { documentOf, type PreparedFile } from './documents.ts';
import type { Ours } from './ours.ts';

const CHUNKS_PER_SECOND = 500;
const TICK_MS = 50;

/** Takes documents in at a steady rate. */
export interface Ingest {
  /** Runs until `work` is done. @returns its result */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Chunks a second that were written while there was work. */
  rate(): number;
  close(): Promise<void>;
}

/** Writes copies of files, embedded and analysed before, each time under another key. @param write resolves when they are written */
function steadily(files: readonly PreparedFile[], write: (files: readonly PreparedFile[], round: number) => Promise<unknown>) {
  let next = 0;
  const total = { written: 0, ms: 0 };
  const rate = () => (1_000 * total.written) / total.ms;
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const working = { isDone: false };
    let begun = 0;
    const writing = (async () => {
      while (!working.isDone) {
        const batch: PreparedFile[] = [];
        const due = ((performance.now() - startedAt) * CHUNKS_PER_SECOND) / 1_000;
        for (; begun < due; next++) {
          const file = files[next % files.length];
          if (file === undefined) break;
          batch.push(file);
          begun += file.chunks.length;
        }
        await write(batch, next);
        total.written += batch.reduce((sum, { chunks }) => sum + chunks.length, 0);
        await pause(TICK_MS);
      }
    })();
    try {
      return await work();
    } finally {
      working.isDone = true;
      await writing;
      total.ms += performance.now() - startedAt;
    }
  };
  return { during, rate };
}

/** Into our engine, whose writer is a thread under load. */
export function ingestOurs({ engine }: Ours, collection: string, files: readonly PreparedFile[]): Ingest {
  const write = (batch: readonly PreparedFile[], round: number) =>
    Promise.all(batch.map((file, at) => engine.writeDocument(documentOf(file, collection, keyOf(file, round * batch.length + at)))));
  return { ...steadily(files, write), close: () => Promise.resolve() };
}

/** Into the peer, by a thread of its own. */
export function ingestPeer(path: string, files: readonly PreparedFile[]): Ingest {
  const worker = new Worker(new URL('./peer-writer.ts', import.meta.url), { workerData: path });
  const write = async (batch: readonly PreparedFile[]) => {
    const rows = batch.flatMap((file) => documentOf(file, 'peer').points.map((point, at) => ({ point, share: file.shares[at] ?? 0 })));
    const written = once(worker, 'message');
    worker.postMessage(rows);
    await written;
  };
  const close = async () => {
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('end');
    await ended;
  };
  return { ...steadily(files, write), close };
}

function keyOf({ path }: PreparedFile, copy: number): string {
  return encodeDocumentKey(`copy-${copy.toString()}/${path}`);
}
