import type { Card, Lane } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { checkDimension, checkPoints, type DocumentWrite, type EngineCapabilities } from '../../index.js';

/** Refuses what no engine takes: see the behaviours “bad input”. */
export function checkWrite(write: DocumentWrite, dimension: number): void {
  checkPoints(write);
  for (const { vector } of write.points) if (vector) checkDimension(vector.length, { collection: write.collection, dimension });
}

export function checkLanes(lanes: readonly Lane[], capabilities: EngineCapabilities): void {
  const lane = lanes.find((one) => !capabilities.lanes.includes(one));
  if (lane !== undefined) throw permanent('ENGINE.UNSUPPORTED', `This engine has no ${lane} lane.`);
}

export function checkDistance({ model: { distance } }: Card): void {
  if (distance !== 'cosine') throw permanent('ENGINE.UNSUPPORTED', `This engine ranks by cosine, not by ${distance}.`);
}

/** The document as an engine keeps it that has no place for words. */
export function withoutWords(write: DocumentWrite): DocumentWrite {
  const terms = { ids: new Uint32Array(), body: new Uint8Array(), title: new Uint8Array(), length: 0 };
  const features = { terms, words: [], common: new Float32Array() };
  return { ...write, points: write.points.map((point) => ({ ...point, features })) };
}
