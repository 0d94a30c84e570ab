import { SourceKind, SourceReach, reachOf } from '@tributary/contracts';
import type { Readers } from '@tributary/ingestion';
import type { Parts } from '../parts/compose-parts.js';

/** What the sources must be within reach of that an ingest worker reads; a standalone server is the only worker, and reads all. */
export function reachesOf({ queueKind, configuration }: Pick<Parts, 'queueKind' | 'configuration'>): readonly SourceReach[] {
  const { read } = configuration.sources;
  return queueKind === 'local' || read === 'all' ? SourceReach.options : [read];
}

/** A worker has no reader of what it must not reach, so that no job can make it try. */
export function boundReaders(readers: Readers, reaches: readonly SourceReach[]): Readers {
  return Object.fromEntries(
    SourceKind.options.flatMap((kind) => {
      const reader = reaches.includes(reachOf(kind)) ? readers[kind] : undefined;
      return reader === undefined ? [] : [[kind, reader]];
    }),
  );
}
