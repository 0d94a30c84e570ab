import { RecordTable, type RecordStore } from '@tributary/engines-port';
import { permanent, type Clock, type TributaryError } from '@tributary/kernel';
import { MigrationRecord } from './migration-record.js';

/** A run that is under way, or waits to be tried again, notes something more often: a move of which nothing was heard for longer may have lost its job. */
const QUIET_MS = 60_000;

/** The moves in the catalog, by the collection they fill; one at a time for each. */
export class Migrations {
  readonly #table: RecordTable<typeof MigrationRecord>;
  readonly #clock: Clock;

  constructor(records: RecordStore, clock: Clock) {
    this.#table = new RecordTable(records, { kind: 'migration', schema: MigrationRecord });
    this.#clock = clock;
  }

  get(collection: string): Promise<MigrationRecord | undefined> {
    return this.#table.get(collection);
  }

  running(): AsyncGenerator<MigrationRecord> {
    return this.#table.list({ state: 'running' });
  }

  failed(): AsyncGenerator<MigrationRecord> {
    return this.#table.list({ state: 'failed' });
  }

  /** Whether nothing was heard of a running move for so long that it should be woken. */
  isQuiet({ seen_at: seenAt }: MigrationRecord): boolean {
    return seenAt === undefined || this.#clock.now() - Date.parse(seenAt) >= QUIET_MS;
  }

  /** Puts a new move in the place of an ended one. @returns the running one where there is one already */
  async begin(record: MigrationRecord): Promise<MigrationRecord> {
    const standing = await this.#table.change(record.collection, (present) =>
      present?.state === 'running' ? { keep: true } : { set: record },
    );
    return standing ?? record;
  }

  /** Notes how far a running move is. @throws `MIGRATION.ENDED` when it was cancelled meanwhile */
  async note(collection: string, news: Partial<MigrationRecord>): Promise<MigrationRecord> {
    const seen = { seen_at: new Date(this.#clock.now()).toISOString() };
    const record = await this.#table.change(collection, (present) =>
      present?.state === 'running' ? { set: { ...present, ...seen, ...news } } : { keep: true },
    );
    if (record === undefined || (record.state !== 'running' && news.state === undefined)) throw ended(collection);
    return record;
  }
}

function ended(collection: string): TributaryError {
  return permanent('MIGRATION.ENDED', `The move of ${collection} has ended.`, { category: 'conflict' });
}
