import type { CallContext, CollectionSummary, Operations } from '@tributary/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import type { ProgressDisplay } from '../../terminal/progress.js';
import { StoppedWork } from '../index/stopped-work.js';
import type { Searchable } from './import-report.js';

interface Waiting {
  readonly operations: Pick<Operations, 'listCollections' | 'status'>;
  readonly call: CallContext;
  readonly collections: ReadonlySet<string>;
  /** Documents that were handed in, for the bar: in a new collection, all there will be. */
  readonly accepted: number;
  readonly progress: ProgressDisplay;
}

/** Between two looks, which cost the server something: half of the time that seems to be left, within these bounds. */
const LOOK_MS = { least: 50, most: 500 };

/** Chunks of all collections; undefined where some are still being counted. */
export async function countChunks(operations: Pick<Operations, 'listCollections'>, call: CallContext): Promise<number | undefined> {
  return sumChunks(await operations.listCollections(call));
}

/** Looks at the collections until nothing accepted waits to be indexed, but for what waits for an engine that does not answer. */
export async function untilSearchable({ operations, call, collections, accepted, progress }: Waiting): Promise<Searchable> {
  const startedAt = performance.now();
  let doneBefore: number | undefined;
  const stopped = new StoppedWork({ operations, call });
  for (;;) {
    const all = await operations.listCollections(call);
    const touched = all.filter(({ name }) => collections.has(name));
    const busy = touched.filter(({ status }) => status === 'indexing');
    if (busy.length === 0) {
      return {
        chunks: sumChunks(all),
        isAway: touched.some(({ status }) => status === 'failed'),
        // That numbers are missing is no trouble of what was handed in.
        remarks: touched.flatMap(({ name, counted, status_reason: reason }) =>
          reason === undefined || counted !== undefined ? [] : [`${name}: ${reason}`],
        ),
      };
    }
    const done = touched.reduce((sum, { documents }) => sum + documents, 0);
    doneBefore ??= done;
    const remark = busy.map(({ name, status_reason: reason = '' }) => `${name} ${reason}`.trim()).join(', ');
    await stopped.look(busy);
    progress.show({ label: 'Indexing', done, total: Math.max(done, accepted), unit: 'documents', remark });
    const waitedMs = performance.now() - startedAt;
    const nextMs = untilNextLook({ waitedMs, done: done - doneBefore, left: accepted - done });
    await pause(nextMs, undefined, { signal: call.signal });
  }
}

/** Where nothing is counted, as when documents replace others, a twentieth of the time waited so far. */
function untilNextLook({ waitedMs, done, left }: { readonly waitedMs: number; readonly done: number; readonly left: number }): number {
  const wantedMs = done > 0 && left > 0 ? (waitedMs * left) / done / 2 : waitedMs / 20;
  return Math.min(LOOK_MS.most, Math.max(LOOK_MS.least, wantedMs));
}

function sumChunks(collections: readonly CollectionSummary[]): number | undefined {
  if (collections.some(({ counted }) => counted !== undefined)) return undefined;
  return collections.reduce((sum, { chunks }) => sum + chunks, 0);
}
