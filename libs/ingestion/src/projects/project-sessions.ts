import { RecordTable, type RecordStore } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';
import { z } from 'zod';

/** A session that was not heard of for so long has ended, with its process or without a word. */
const SESSION_LEASE_MS = 60_000;

const Session = z.object({
  since: z.string(),
  until: z.number().int().optional().describe('Milliseconds since the epoch; left out: until it is ended.'),
});

const ProjectSessionsRecord = z.object({
  v: z.literal(1).default(1),
  source_id: z.string(),
  sessions: z.record(z.string(), Session).describe('By the session’s id.'),
});

/** A session's work on a project. */
export interface ProjectSession {
  readonly sourceId: string;
  readonly session: string;
  /** Whether it must be renewed to go on. */
  readonly isLeased: boolean;
}

/** Who works on which project, in the catalog, so that every process sees the same. */
export class ProjectSessions {
  readonly #table: RecordTable<typeof ProjectSessionsRecord>;
  readonly #clock: Clock;

  constructor(records: RecordStore, clock: Clock) {
    this.#table = new RecordTable(records, { kind: 'project-sessions', schema: ProjectSessionsRecord });
    this.#clock = clock;
  }

  /** Begins a session's work, or renews its lease. Sessions that ended by themselves are forgotten. */
  async begin({ sourceId, session, isLeased }: ProjectSession): Promise<void> {
    const now = this.#clock.now();
    const lease = isLeased ? { until: now + SESSION_LEASE_MS } : {};
    await this.#table.change(sourceId, (present) => {
      const others = Object.entries(present?.sessions ?? {}).filter(([, { until }]) => until === undefined || until > now);
      const since = present?.sessions[session]?.since ?? new Date(now).toISOString();
      return { set: { source_id: sourceId, sessions: { ...Object.fromEntries(others), [session]: { since, ...lease } } } };
    });
  }

  /** Ends one session; that of another stays. */
  async end(sourceId: string, session: string): Promise<void> {
    await this.#table.change(sourceId, (present) => {
      if (present?.sessions[session] === undefined) return { keep: true };
      const { [session]: _ended, ...others } = present.sessions;
      return { set: { ...present, sessions: others } };
    });
  }

  /** Number of live sessions by source; those of an earlier life of the source count for nothing. */
  async counts(sources: readonly { readonly id: string; readonly created_at: string }[]): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock.now();
    const records = await this.#table.getMany(sources.map(({ id }) => id));
    const count = (at: number, created: string) =>
      Object.values(records[at]?.sessions ?? {}).filter(({ since, until }) => since >= created && (until === undefined || until > now))
        .length;
    return new Map(sources.map(({ id, created_at }, at) => [id, count(at, created_at)]));
  }
}
