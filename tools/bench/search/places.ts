// What the collections are called, and where they lie.
import { join } from 'node:path';

/** All chunks in one collection, and the same in sixteen. */
export const ONE = 'all';
export const PARTS = Array.from({ length: 16 }, (_, part) => `part-${part.toString().padStart(2, '0')}`);

/** Where a server looks for its store. */
export function storeIn(folder: string): string {
  return join(folder, 'store', 'main');
}

export function peerIn(folder: string): string {
  return join(folder, 'peer.db');
}
