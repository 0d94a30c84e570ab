// The peer: what one builds on SQLite alone. vec0 of sqlite-vec over f32, FTS5 with Porter stems and bm25(), reciprocal ranks, payloads by rowid.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Point } from '@tributary/engines-port';
import { getLoadablePath } from 'sqlite-vec';

const LANE = 100;
const HITS = 10;
/** The usual constant of reciprocal rank fusion. */
const K = 60;
/** A heading counts three times, as in our BM25. */
const KEYWORD = 'SELECT f.rowid AS slot FROM fts f';
const RANKED = 'ORDER BY bm25(fts, 3, 1) LIMIT ?';

export interface PeerQuery {
  readonly vector: Float32Array;
  /** Words without stop words. */
  readonly words: readonly string[];
  /** Admits the rows whose share, 0–999, is below this. */
  readonly share?: number | undefined;
}

export interface PeerRow {
  readonly point: Point;
  readonly share: number;
}

/** As much memory as our process takes, where the embedded store has 4 MB beside what it keeps of the file in a form of its own. */
const MEMORY_KIB = 400_000;

/** Both tables in one file with the pragmas of the embedded store but for memory, prepared statements only. */
export class Peer {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { allowExtension: true, timeout: 5_000 });
    this.#db.loadExtension(getLoadablePath());
    this.#db
      .exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${MEMORY_KIB.toString()}; PRAGMA mmap_size = ${(MEMORY_KIB * 1024).toString()}; PRAGMA wal_autocheckpoint = 4000;
      CREATE TABLE IF NOT EXISTS docs (slot INTEGER PRIMARY KEY, share INTEGER, title TEXT, content TEXT, payload TEXT);
      CREATE VIRTUAL TABLE IF NOT EXISTS fts USING fts5(title, content, content = 'docs', content_rowid = 'slot', tokenize = 'porter unicode61');
      CREATE VIRTUAL TABLE IF NOT EXISTS vec USING vec0(embedding float[256] distance_metric=cosine, share integer)`);
  }

  /** Adds rows in one transaction. */
  insert(rows: readonly PeerRow[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    for (const { point, share } of rows) {
      const { heading = '', content } = point.payload;
      const run = this.#sql('INSERT INTO docs (share, title, content, payload) VALUES (?, ?, ?, ?)');
      const slot = BigInt(run.run(share, heading, content, JSON.stringify(point.payload)).lastInsertRowid);
      this.#sql('INSERT INTO fts (rowid, title, content) VALUES (?, ?, ?)').run(slot, heading, content);
      this.#sql('INSERT INTO vec (rowid, embedding, share) VALUES (?, ?, ?)').run(slot, point.vector ?? null, BigInt(share));
    }
    this.#db.exec('COMMIT');
  }

  /** The nearest rows by cosine. */
  semantic({ vector, share }: PeerQuery, limit = LANE): readonly number[] {
    const filter = share === undefined ? '' : 'AND share < ?';
    const statement = this.#sql(`SELECT rowid AS slot FROM vec WHERE embedding MATCH ? AND k = ? ${filter} ORDER BY distance`);
    return slots(share === undefined ? statement.all(vector, limit) : statement.all(vector, limit, BigInt(share)));
  }

  /** The best rows of those with any of the words. */
  keyword({ words, share }: PeerQuery): readonly number[] {
    if (words.length === 0) return [];
    const any = words.map((word) => `"${word}"`).join(' OR ');
    if (share === undefined) return slots(this.#sql(`${KEYWORD} WHERE fts MATCH ? ${RANKED}`).all(any, LANE));
    return slots(this.#sql(`${KEYWORD} JOIN docs d ON d.slot = f.rowid WHERE fts MATCH ? AND d.share < ? ${RANKED}`).all(any, share, LANE));
  }

  /** Ten payloads by equal-weight reciprocal ranks of both lanes. */
  hybrid(query: PeerQuery): readonly unknown[] {
    const scores = new Map<number, number>();
    for (const ranking of [this.semantic(query), this.keyword(query)])
      for (const [rank, slot] of ranking.entries()) scores.set(slot, (scores.get(slot) ?? 0) + 1 / (K + 1 + rank));
    const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, HITS);
    const payload = this.#sql('SELECT payload FROM docs WHERE slot = ?');
    return best.map(([slot]): unknown => JSON.parse(String(payload.get(slot)?.['payload'])));
  }

  close(): void {
    this.#db.close();
  }

  #sql(text: string): StatementSync {
    const prepared = this.#statements.get(text) ?? this.#db.prepare(text);
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function slots(rows: readonly Record<string, unknown>[]): readonly number[] {
  return rows.map(({ slot }) => Number(slot));
}
