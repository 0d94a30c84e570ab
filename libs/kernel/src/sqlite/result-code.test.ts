import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SQLITE, extendedCodeOf, isBusy, isDamage, resultCodeOf } from './result-code.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-test-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** What SQLite says to some SQL, which may also break what is SQLite’s own. */
function errorOf(sql: string, name = ':memory:'): unknown {
  const database = new DatabaseSync(name, { timeout: 0, defensive: false });
  try {
    return refusal(database, sql);
  } finally {
    database.close();
  }
}

function refusal(database: DatabaseSync, sql: string): unknown {
  try {
    database.exec(sql);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('an error of SQLite', () => {
  it('has a primary code, whichever extended one it came with', () => {
    const taken = errorOf('CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT; INSERT INTO t VALUES (1), (1)');
    expect(resultCodeOf(taken)).toBe(SQLITE.CONSTRAINT);
    // SQLITE_CONSTRAINT_PRIMARYKEY
    expect(extendedCodeOf(taken)).toBe(1555);
    expect([isDamage(taken), isBusy(taken)]).toEqual([false, false]);
  });

  it('is damage where the file is broken, in the whole or in a part', () => {
    const file = join(folder, 'a.db');
    writeFileSync(file, 'no database, however long it is read '.repeat(100));
    expect(isDamage(errorOf('SELECT count(*) FROM sqlite_schema', file))).toBe(true);
    // SQLITE_CORRUPT_VTAB: a table of an index of words is not as the index left it.
    const broken = errorOf(
      "CREATE VIRTUAL TABLE w USING fts5(text); INSERT INTO w VALUES ('word'); DELETE FROM w_data; SELECT * FROM w('word')",
    );
    expect(extendedCodeOf(broken)).toBe(267);
    expect([resultCodeOf(broken), isDamage(broken)]).toEqual([SQLITE.CORRUPT, true]);
  });

  it('says that another connection holds the lock, of a snapshot that is behind, too', () => {
    const file = join(folder, 'b.db');
    const [one, other] = [new DatabaseSync(file, { timeout: 0 }), new DatabaseSync(file, { timeout: 0 })];
    one.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER); BEGIN; SELECT * FROM t');
    one.prepare('SELECT count(*) FROM t').get();
    other.exec('INSERT INTO t VALUES (1)');
    const behind = refusal(one, 'INSERT INTO t VALUES (2)');
    // SQLITE_BUSY_SNAPSHOT
    expect([extendedCodeOf(behind), isBusy(behind)]).toEqual([517, true]);
    one.close();
    other.close();
  });

  it('is none where the error is another one', () => {
    expect(resultCodeOf(new Error('errcode 5'))).toBeUndefined();
    expect([isDamage(undefined), isBusy(new TypeError('no'))]).toEqual([false, false]);
  });
});
