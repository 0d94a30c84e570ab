/** Moments between two durable steps. After a kill at any of them, a restart and a sweep lead to the same index as if nothing had happened. */
export type CrashPoint =
  | 'collection-row-written'
  | 'document-accepted'
  | 'chunks-enqueued'
  | 'part-staged'
  | 'document-embedded'
  | 'document-written'
  | 'document-indexed'
  | 'tombstone-written'
  | 'tombstone-applied'
  | 'removal-recorded'
  | 'source-deregistered'
  | 'source-scanned';

/** Called at each crash point; fault tests end the process there, everybody else leaves it out. */
export type CrashAt = (point: CrashPoint) => void;
