import { setTimeout as pause } from 'node:timers/promises';
import type { Anchor } from '../points/anchor.js';
import type { Call, PointStore } from '../points/point-store.js';

/** What a read must know of a chunk to tell whether it belongs to its document as it stands. */
export interface SeenChunk {
  readonly docId: string;
  readonly seq: number;
}

/** A change that began longer ago is over, or its writer is gone. */
const RECENT_MS = 1_000;
const PATIENCE_MS = 1_500;
const PAUSE_MS = 5;

/** Repeats a read until the documents in it stand still around it: each of its chunks is of the write that its document's anchor names, before and after,
 *  and that write is finished. Without end of the unrest in time, chunks of the newest write are what is answered: see `atomicDocuments`.
 *  @returns what was read last, and whether a chunk of it is to be shown */
export async function readSettled<T>(
  read: () => Promise<{ readonly result: T; readonly chunks: readonly SeenChunk[] }>,
  { store, now, ...call }: Call & { readonly store: PointStore; readonly now: () => number },
): Promise<{ readonly result: T; readonly shows: (chunk: SeenChunk) => boolean; readonly anchors: ReadonlyMap<string, Anchor> }> {
  const endsAt = performance.now() + PATIENCE_MS;
  let before: ReadonlyMap<string, Anchor> = new Map();
  for (;;) {
    call.signal?.throwIfAborted();
    const { result, chunks } = await read();
    const anchors = await store.anchors(
      chunks.map(({ docId }) => docId),
      call,
    );
    const shows = ({ docId, seq }: SeenChunk): boolean => anchors.get(docId)?.seq === seq;
    const moment = now();
    const isSettled = chunks.every(({ docId, seq }) => standsStill(anchors.get(docId), { before: before.get(docId), seq, moment }));
    if (isSettled || performance.now() > endsAt) return { result, shows, anchors };
    before = anchors;
    await pause(PAUSE_MS);
  }
}

function standsStill(
  anchor: Anchor | undefined,
  { before, seq, moment }: { before: Anchor | undefined; seq: number; moment: number },
): boolean {
  // Its anchor went between the two requests, or never was: nothing of it is shown.
  if (!anchor) return true;
  if (moment - anchor.at > RECENT_MS) return true;
  return anchor.state === 'done' && anchor.seq === seq && before?.nonce === anchor.nonce && before.state === 'done';
}
