import { Worker } from 'node:worker_threads';
import { abortReason, retryable } from '@tributary/kernel';
import type { Layout, VectorTable } from './layout.js';

/** A thread runs what is built, also where this file is run as it stands in `src`. */
const ENTRY = new URL(import.meta.url.endsWith('.ts') ? '../../dist/map/layout-thread.js' : './layout-thread.js', import.meta.url);

/** Lays vectors out in a thread of its own, which ends with its answer. The table is handed over: it is empty afterwards.
 *  @throws `MAP.FAILED` when the thread is lost, the reason of the signal */
export async function layOut(table: VectorTable, signal: AbortSignal): Promise<Layout> {
  signal.throwIfAborted();
  const worker = new Worker(ENTRY, { execArgv: [] });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<Layout>((resolve, reject) => {
      const lost = (cause?: unknown) => {
        signal.throwIfAborted();
        reject(retryable('MAP.FAILED', 'The map could not be computed: ask again, or for fewer points with ?limit=.', { cause }));
      };
      worker.once('message', resolve);
      worker.once('error', lost);
      worker.once('exit', () => {
        if (signal.aborted) reject(abortReason(signal));
        else lost();
      });
      worker.postMessage(table, [table.values.buffer].filter(isOwned));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}

function isOwned(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return buffer instanceof ArrayBuffer;
}
