import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A connection that prepares each statement once. */
export class Connection {
  readonly db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #snapshots = 0;

  constructor(path: string, options: { readonly busyTimeoutMs: number; readonly cacheKib: number }) {
    this.db = new DatabaseSync(path, { timeout: options.busyTimeoutMs, enableForeignKeyConstraints: false });
    this.db.exec(`PRAGMA cache_size = -${options.cacheKib.toString()}`);
  }

  sql(text: string): StatementSync {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.db.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement;
  }

  /** Runs `read` on one snapshot of the file: no commit of anybody shows in between. Must be synchronous. */
  snapshot<T>(read: () => T): T {
    if (this.db.isTransaction) return read();
    this.db.exec('BEGIN');
    this.#snapshots++;
    try {
      return read();
    } finally {
      this.db.exec('COMMIT');
    }
  }

  /** Number of the newest snapshot: within one it stays the same. */
  get snapshots(): number {
    return this.#snapshots;
  }

  close(): void {
    this.#statements.clear();
    if (this.db.isOpen) this.db.close();
  }
}
