import { passesFence, type DocumentFence } from '@tributary/engines-port';

/** The version that both halves of a document have reached: a write is done only when the second half is. */
export function commonFence(one: DocumentFence | undefined, other: DocumentFence | undefined): DocumentFence | undefined {
  if (one === undefined || other === undefined) return undefined;
  return passesFence(one, other) ? one : other;
}
