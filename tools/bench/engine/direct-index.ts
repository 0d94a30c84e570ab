// The peer: what one builds on SQLite alone. vec0 of sqlite-vec over f32, FTS5 with Porter stems and bm25(), ids by reciprocal rank, payloads by rowid.
import type { DocumentWrite } from '@tributary/engines-port';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { getLoadablePath } from 'sqlite-vec';

/** A heading counts three times, as in our BM25. */
const SEMANTIC = 'SELECT rowid AS slot FROM vec WHERE embedding MATCH ? AND k = ? ORDER BY distance';
const KEYWORD = 'SELECT rowid AS slot FROM fts WHERE fts MATCH ? ORDER BY bm25(fts, 3, 1) LIMIT ?';
/** As the embedded store: pages of the write-ahead log after which a commit copies it into the file. */
const CHECKPOINT_PAGES = 4_000;

/** Both tables in one file with the pragmas of the embedded store, prepared statements only. */
export class DirectIndex {
  readonly #db: DatabaseSync;
  readonly #semantic: StatementSync;
  readonly #keyword: StatementSync;
  readonly #payload: StatementSync;

  constructor(path: string, { dimension, cacheKib }: { readonly dimension: number; readonly cacheKib: number }) {
    this.#db = new DatabaseSync(path, { allowExtension: true });
    this.#db.loadExtension(getLoadablePath());
    this.#db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -${cacheKib.toString()};
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES.toString()};
      CREATE TABLE IF NOT EXISTS docs (slot INTEGER PRIMARY KEY, title TEXT, content TEXT, payload TEXT);
      CREATE VIRTUAL TABLE IF NOT EXISTS fts USING fts5(title, content, content = 'docs', content_rowid = 'slot', tokenize = 'porter unicode61');
      CREATE VIRTUAL TABLE IF NOT EXISTS vec USING vec0(embedding float[${dimension.toString()}] distance_metric=cosine)`);
    this.#semantic = this.#db.prepare(SEMANTIC);
    this.#keyword = this.#db.prepare(KEYWORD);
    this.#payload = this.#db.prepare('SELECT payload FROM docs WHERE slot = ?');
  }

  /** Adds documents in one transaction. */
  insert(documents: readonly DocumentWrite[]): void {
    const doc = this.#db.prepare('INSERT INTO docs (title, content, payload) VALUES (?, ?, ?)');
    const words = this.#db.prepare('INSERT INTO fts (rowid, title, content) VALUES (?, ?, ?)');
    const vectors = this.#db.prepare('INSERT INTO vec (rowid, embedding) VALUES (?, ?)');
    this.#db.exec('BEGIN IMMEDIATE');
    for (const { payload, vector } of documents.flatMap(({ points }) => points)) {
      const { title, content } = payload;
      const slot = BigInt(doc.run(title, content, JSON.stringify(payload)).lastInsertRowid);
      words.run(slot, title, content);
      vectors.run(slot, vector ?? null);
    }
    this.#db.exec('COMMIT');
  }

  /** The nearest rows by cosine. */
  semantic(vector: Float32Array, limit: number): readonly string[] {
    return this.#semantic.all(vector, limit).map(({ slot }) => String(slot));
  }

  /** The best rows of those with any of the words. */
  keyword(words: readonly string[], limit: number): readonly string[] {
    return this.#keyword.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ slot }) => String(slot));
  }

  payloads(slots: readonly string[]): readonly unknown[] {
    return slots.map((slot): unknown => JSON.parse(String(this.#payload.get(BigInt(slot))?.['payload'])));
  }

  close(): void {
    this.#db.close();
  }
}
