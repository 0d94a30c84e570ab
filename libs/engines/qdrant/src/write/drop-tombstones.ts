import { IS_DOCUMENT, own } from '../points/layout.js';
import type { Call, PointStore } from '../points/point-store.js';

/** Deletes the anchors of documents that were deleted before a moment. @returns how many */
export async function dropTombstones(store: PointStore, before: number, call: Call): Promise<number> {
  const isOver = { key: own('state'), match: { value: 'done' } };
  const isDeleted = { key: own('deleted'), match: { value: true } };
  const filter = { must: [IS_DOCUMENT, isDeleted, isOver, { key: own('at'), range: { lt: before } }] };
  const count = await store.count(filter, call);
  if (count > 0) await store.update([{ delete: { filter } }], call);
  return count;
}
