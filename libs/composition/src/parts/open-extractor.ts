import { MIB } from '@tributary/kernel';
import type { Configuration } from '@tributary/platform';
import { DocumentExtractor } from '@tributary/sources-extraction';

/** The one extractor of a process, with the budgets of its configuration; it starts nothing until a document comes. */
export function openExtractor({ extraction }: Configuration): DocumentExtractor {
  const { maxMb, maxUnpackedMb, ...rest } = extraction;
  return new DocumentExtractor({ ...rest, maxBytes: maxMb * MIB, maxUnpackedBytes: maxUnpackedMb * MIB });
}
