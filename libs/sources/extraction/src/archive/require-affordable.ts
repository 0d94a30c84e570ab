import { MIB } from '@tributary/kernel';
import type { DocumentBudgets } from '../budgets/budgets.js';
import { Refused } from '../formats/refused.js';

/** Text of equal lines packs well: below this size a high ratio is no attack. */
const HARMLESS_BYTES = 4 * MIB;

/** @throws Refused (`too-large`) for an archive with too many parts, too many unpacked bytes, or a part that unpacks to far more than it takes */
export function requireAffordable(
  entry: { readonly compressedSize: number; readonly uncompressedSize: number },
  so: { readonly unpacked: number; readonly count: number },
  budgets: DocumentBudgets,
): void {
  if (so.count > budgets.maxEntries) throw new Refused('too-large', `It has more than ${budgets.maxEntries} parts.`);
  if (so.unpacked > budgets.maxUnpackedBytes) {
    throw new Refused('too-large', `It unpacks to more than ${Math.floor(budgets.maxUnpackedBytes / MIB)} MB.`);
  }
  if (entry.uncompressedSize > HARMLESS_BYTES && entry.uncompressedSize > entry.compressedSize * budgets.maxRatio) {
    throw new Refused('too-large', `A part of it unpacks to more than ${budgets.maxRatio} times its size.`);
  }
}
