import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Store } from '../store/store.js';
import { CurrentState } from './current-state.js';

let folder: string;
let store: Store;
let state: CurrentState;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-state-'));
  store = Store.open({ folder });
  state = new CurrentState(store.reader);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const inSnapshot = <T>(read: () => T): T => store.reader.snapshot(read);
const create = (name: string) => {
  store.writer.db.exec(`INSERT INTO collections (name, card, dimension) VALUES ('${name}', '{}', 8)`);
};
const change = () => {
  store.writer.db.exec('INSERT INTO changes (collection, document) VALUES (1, 1)');
};

it('knows what others have committed, from the next snapshot on', () => {
  expect(() => inSnapshot(() => state.collection('notes'))).toThrow(/no collection notes/);
  expect(inSnapshot(() => state.newestSeq())).toBe(0);
  create('notes');
  change();
  expect(inSnapshot(() => state.collection('notes'))).toEqual({ id: 1, dimension: 8 });
  inSnapshot(() => {
    expect(state.newestSeq()).toBe(1);
    change();
    expect(state.newestSeq()).toBe(1);
  });
  expect(inSnapshot(() => state.newestSeq())).toBe(2);
  store.writer.db.exec("DELETE FROM collections WHERE name = 'notes'");
  create('notes');
  expect(inSnapshot(() => state.collection('notes'))).toEqual({ id: 2, dimension: 8 });
});

it('asks the store for nothing that it knows while nobody commits', () => {
  create('notes');
  inSnapshot(() => [state.collection('notes'), state.newestSeq()]);
  const asked: string[] = [];
  const { reader } = store;
  const sql = reader.sql.bind(reader);
  reader.sql = (text) => (asked.push(text), sql(text));
  inSnapshot(() => [state.collection('notes'), state.newestSeq(), state.collection('notes'), state.newestSeq()]);
  expect(asked).toEqual(['PRAGMA data_version']);
});
