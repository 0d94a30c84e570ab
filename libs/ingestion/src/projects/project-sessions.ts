import { RecordTable, type RecordStore } from '@tributary/engines-port';
import { z } from 'zod';

const ProjectSessionsRecord = z.object({
  v: z.literal(1).default(1),
  source_id: z.string(),
  sessions: z.record(z.string(), z.object({ since: z.string() })).describe('By the session’s id.'),
});

/** Who works on which project, in the catalog, so that every process sees the same. */
export class ProjectSessions {
  readonly #table: RecordTable<typeof ProjectSessionsRecord>;

  constructor(records: RecordStore) {
    this.#table = new RecordTable(records, { kind: 'project-sessions', schema: ProjectSessionsRecord });
  }

  async begin(sourceId: string, session: string, since: string): Promise<void> {
    await this.#table.change(sourceId, (present) => ({
      set: { source_id: sourceId, sessions: { ...present?.sessions, [session]: { since } } },
    }));
  }

  /** Ends one session; that of another stays. */
  async end(sourceId: string, session: string): Promise<void> {
    await this.#table.change(sourceId, (present) => {
      if (present?.sessions[session] === undefined) return { keep: true };
      const { [session]: _ended, ...others } = present.sessions;
      return { set: { ...present, sessions: others } };
    });
  }

  /** Number of sessions by source; those of an earlier life of the source count for nothing. */
  async counts(sources: readonly { readonly id: string; readonly created_at: string }[]): Promise<ReadonlyMap<string, number>> {
    const records = await this.#table.getMany(sources.map(({ id }) => id));
    const count = (at: number, created: string) =>
      Object.values(records[at]?.sessions ?? {}).filter(({ since }) => since >= created).length;
    return new Map(sources.map(({ id, created_at }, at) => [id, count(at, created_at)]));
  }
}
